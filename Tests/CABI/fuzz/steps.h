// What the bytes of an input mean: one step after the other, each a byte that says which and what that one takes.
#pragma once

#include "input.h"

enum step {
    STEP_SUBMIT,
    STEP_CALL,
    STEP_CANCEL,
    STEP_STATISTICS,
    STEP_SHUTDOWN,
    STEP_DESTROY,
    STEP_CREATE,
    STEP_FREE,
    STEP_IMPORT,
    STEP_BURST,
    STEP_SIGNER,
    STEP_ANSWER,
    STEP_COMPUTE,
    STEP_KINDS,
};

// Takes the steps of an input, up to a number of them.
void take_steps(struct input *input);
