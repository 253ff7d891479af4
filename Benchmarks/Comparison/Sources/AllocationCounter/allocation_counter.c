#include "AllocationCounter.h"

#include <stdatomic.h>
#include <stdlib.h>

#if defined(__linux__) && defined(__GLIBC__)

#include <errno.h>

// An executable that has functions of these names is called in place of the C library, by everything
// in the process. They hand on to what glibc itself calls by these other names, so that its `free`
// and the rest go on as they are.

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static atomic_bool counting;
static _Atomic int64_t counted;

static void count(void) {
    if (atomic_load_explicit(&counting, memory_order_relaxed)) {
        atomic_fetch_add_explicit(&counted, 1, memory_order_relaxed);
    }
}

void *malloc(size_t size) {
    count();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count();
    return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
    count();
    return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
    count();
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    if (alignment < sizeof(void *) || (alignment & (alignment - 1)) != 0) {
        return EINVAL;
    }
    count();
    void *block = __libc_memalign(alignment, size);
    if (block == NULL) {
        return ENOMEM;
    }
    *result = block;
    return 0;
}

bool allocation_counter_works(void) { return true; }

void allocation_counter_start(void) {
    atomic_store(&counted, 0);
    atomic_store(&counting, true);
}

int64_t allocation_counter_stop(void) {
    atomic_store(&counting, false);
    return atomic_load(&counted);
}

#else

bool allocation_counter_works(void) { return false; }

void allocation_counter_start(void) {}

int64_t allocation_counter_stop(void) { return 0; }

#endif
