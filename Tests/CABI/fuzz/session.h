// A wallet under fuzzing, with the requests of the input that is being tried.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "../support/answer.h"

// What a callback does before it returns.
enum inside {
    INSIDE_NOTHING,
    INSIDE_CALL,
    INSIDE_SUBMIT,
    INSIDE_CANCEL,
    INSIDE_STATISTICS,
    INSIDE_SHUTDOWN,
    INSIDE_DESTROY,
    INSIDE_KINDS,
};

// A wallet is open after this: that of the input before, or another one.
void session_begin(void);
// Waits for every request that was accepted, and checks that each was answered once and that nothing panicked.
void session_settle(void);
// Another wallet, with a signer to keep its keys.
void session_with_signer(void);
// Ends the wallet and removes its folder.
void session_end(void);

uint64_t session_handle(void);
// A handle that has been destroyed; 0 before there was one.
uint64_t session_stale_handle(void);
const char *session_folder(void);

// Submits to any handle. The payload is copied into memory of exactly its size. Where an input has submitted too much
// already nothing is done, as if it could not be.
int32_t session_submit(uint64_t handle, uint32_t operation, const uint8_t *payload, size_t length, uint64_t timeout,
                       enum inside inside);
// The number of a request that was accepted for this input; `which` is any number.
uint64_t session_request(unsigned which);

// Checks an answer against everything the header promises, learns from it, and frees it; wrongly first if `wrongly`.
void session_take(uint32_t operation, struct answer answer, bool wrongly);
int32_t session_destroy(uint64_t handle);

// Ends the process: this input has shown a fault.
_Noreturn void fault(const char *what);
