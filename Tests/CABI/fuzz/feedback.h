// What an input brought about, told to libFuzzer: the library itself is not instrumented, so that its answers are
// all that guides the search beyond this program's own branches.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "../support/answer.h"

// Computations are noted as operations that there are not.
enum { FIRST_COMPUTATION = 40, COMPUTATIONS = 16 };

void note_answer(uint32_t operation, struct answer answer);

// How many different answers there were in this process.
unsigned different_answers(void);

// Whether an operation has succeeded in this process.
bool has_succeeded(uint32_t operation);
