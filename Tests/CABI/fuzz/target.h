// The fuzz target as libFuzzer calls it, and as the driver does where there is no libFuzzer.
#pragma once

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);
