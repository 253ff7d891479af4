// Several threads at once.
#pragma once

#include <stddef.h>

// Runs `body` on so many threads with the same context, all let go at the same moment, and waits for their ends.
void at_once(size_t count, void *(*body)(void *context), void *context);
