#include "pending.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check.h"

struct pending *pending_new(void) {
    struct pending *pending = calloc(1, sizeof *pending);
    if (pending == NULL) {
        give_up("no memory for a request");
    }
    pthread_mutex_init(&pending->lock, NULL);
    pthread_cond_init(&pending->changed, NULL);
    return pending;
}

void pending_free(struct pending *pending) {
    pthread_mutex_destroy(&pending->lock);
    pthread_cond_destroy(&pending->changed);
    free(pending);
}

void on_answer(void *context, int32_t code, uint8_t *bytes, uintptr_t length) {
    struct pending *pending = context;
    if (pending->inside != NULL) {
        pending->inside(pending);
    }
    pthread_mutex_lock(&pending->lock);
    pending->calls += 1;
    CHECK_EQUAL(pending->calls, 1);
    pending->answer = (struct answer){code, bytes, length};
    CHECK(is_well_formed(pending->answer));
    pthread_cond_broadcast(&pending->changed);
    pthread_mutex_unlock(&pending->lock);
}

int32_t submit(uint64_t handle, uint32_t operation, const char *payload, uint64_t timeout, struct pending *pending) {
    pending->handle = handle;
    return wc_miden_submit(handle, operation, (const uint8_t *)payload, payload ? strlen(payload) : 0, timeout,
                           on_answer, pending, &pending->request);
}

struct answer wait_for(struct pending *pending) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 60;
    pthread_mutex_lock(&pending->lock);
    int timed_out = 0;
    while (pending->calls == 0 && timed_out == 0) {
        timed_out = pthread_cond_timedwait(&pending->changed, &pending->lock, &until);
    }
    struct answer answer = pending->answer;
    if (!CHECK(pending->calls == 1)) {
        answer = (struct answer){INT32_MIN, NULL, 0};
    }
    pending->answer = (struct answer){0};
    pthread_mutex_unlock(&pending->lock);
    return answer;
}

unsigned calls_of(struct pending *pending) {
    pthread_mutex_lock(&pending->lock);
    unsigned calls = pending->calls;
    pthread_mutex_unlock(&pending->lock);
    return calls;
}

struct hold {
    struct pending *pending;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool held, released;
};

static void stay(struct pending *pending) {
    struct hold *hold = pending->context;
    pthread_mutex_lock(&hold->lock);
    hold->held = true;
    pthread_cond_broadcast(&hold->changed);
    while (!hold->released) {
        pthread_cond_wait(&hold->changed, &hold->lock);
    }
    pthread_mutex_unlock(&hold->lock);
}

struct hold *hold_worker(uint64_t handle) {
    struct hold *hold = calloc(1, sizeof *hold);
    if (hold == NULL) {
        give_up("no memory for a hold");
    }
    pthread_mutex_init(&hold->lock, NULL);
    pthread_cond_init(&hold->changed, NULL);
    hold->pending = pending_new();
    hold->pending->inside = stay;
    hold->pending->context = hold;
    if (submit(handle, WC_OPERATION_PING, NULL, 0, hold->pending) != WC_OK) {
        give_up("a worker that is to be held takes nothing");
    }
    pthread_mutex_lock(&hold->lock);
    while (!hold->held) {
        pthread_cond_wait(&hold->changed, &hold->lock);
    }
    pthread_mutex_unlock(&hold->lock);
    return hold;
}

void release_worker(struct hold *hold) {
    pthread_mutex_lock(&hold->lock);
    hold->released = true;
    pthread_cond_broadcast(&hold->changed);
    pthread_mutex_unlock(&hold->lock);
    answer_free(wait_for(hold->pending));
    pending_free(hold->pending);
    pthread_mutex_destroy(&hold->lock);
    pthread_cond_destroy(&hold->changed);
    free(hold);
}
