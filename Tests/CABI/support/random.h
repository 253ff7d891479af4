// Numbers that look random and are the same in every run (SplitMix64).
#pragma once

#include <stdint.h>

static inline uint64_t next_random(uint64_t *state) {
    uint64_t number = (*state += 0x9e3779b97f4a7c15);
    number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9;
    number = (number ^ (number >> 27)) * 0x94d049bb133111eb;
    return number ^ (number >> 31);
}
