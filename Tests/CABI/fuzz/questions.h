// The questions of a wallet whose keys a signer keeps. They are left open for the steps of an input to answer, but for
// when this program waits for the wallet: then they are refused where they are asked.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The callback for wc_miden_create. Needs no context.
void questions_ask(void *context, uint64_t question, uint32_t kind, const uint8_t *bytes, uintptr_t length);

// Refuses every open question, and each that is asked from now on, or leaves them open again.
void questions_refuse(bool refuse);

// The number of one that was asked last; `which` is any number.
uint64_t questions_number(unsigned which);
