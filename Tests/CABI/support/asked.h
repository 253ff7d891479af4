// The questions of a wallet whose keys a signer keeps.
#pragma once

#include <miden_swift_client.h>
#include <pthread.h>
#include <stddef.h>

#include "answer.h"

struct asked {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    unsigned questions, withdrawn;
    uint64_t question;
    // The text of the last question, as if it were an answer.
    struct answer text;
    // Called first, on the worker's thread, if it is not null.
    void (*inside)(struct asked *asked, uint64_t question);
    // For `inside`.
    uint64_t handle;
    int32_t codes[2];
};

struct asked *asked_new(void);
void asked_free(struct asked *asked);

// The callback for them.
void on_ask(void *context, uint64_t question, uint32_t kind, const uint8_t *bytes, uintptr_t length);

// Waits until so many questions were asked, for a minute at most, and returns the number of the last.
uint64_t wait_for_question(struct asked *asked, unsigned questions);
// The same for the withdrawal of questions, which comes after the request's own answer.
void wait_for_withdrawals(struct asked *asked, unsigned withdrawals);
unsigned withdrawn_of(struct asked *asked);

// Answers with a text.
int32_t answer_with(uint64_t handle, uint64_t question, int32_t code, const char *text);
