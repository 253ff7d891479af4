#include "CMidenSwiftClient.h"

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#include <sanitizer/tsan_interface.h>

void wc_sanitizer_release(void *_Nonnull address) { __tsan_release(address); }

void wc_sanitizer_acquire(void *_Nonnull address) { __tsan_acquire(address); }
#endif
#endif
