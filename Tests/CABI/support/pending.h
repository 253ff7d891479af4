// Requests that answer by callback, and the check that each does so exactly once.
#pragma once

#include <miden_swift_client.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "answer.h"

struct pending {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    unsigned calls;
    struct answer answer;
    // Called first, on the worker's thread, if it is not null.
    void (*inside)(struct pending *pending);
    // For `inside`.
    void *context;
    uint64_t handle;
    // Names the request where it was accepted.
    uint64_t request;
};

// One that waits for a callback. It lives until `pending_free`, which must come after its callback.
struct pending *pending_new(void);
void pending_free(struct pending *pending);

// The callback for them.
void on_answer(void *context, int32_t code, uint8_t *bytes, uintptr_t length);

// Submits a text, or nothing for null. Returns the code.
int32_t submit(uint64_t handle, uint32_t operation, const char *payload, uint64_t timeout, struct pending *pending);

// Waits for the answer, for a minute at most, takes it away and returns it; the code is INT32_MIN where none came.
struct answer wait_for(struct pending *pending);

// How often it was called by now.
unsigned calls_of(struct pending *pending);

// A worker that is held up by a callback, so that what is submitted meanwhile waits.
struct hold;
struct hold *hold_worker(uint64_t handle);
void release_worker(struct hold *hold);
