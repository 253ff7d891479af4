#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// Whether allocations can be counted here: on Linux with glibc.
bool allocation_counter_works(void);

/// Counts from zero, in the whole process: what Swift allocates, what Rust does and what the C library does.
void allocation_counter_start(void);

/// Stops counting and returns how many there were. A block that is made larger or smaller counts as one.
int64_t allocation_counter_stop(void);

#endif
