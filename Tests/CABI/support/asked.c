#include "asked.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check.h"

struct asked *asked_new(void) {
    struct asked *asked = calloc(1, sizeof *asked);
    if (asked == NULL) {
        give_up("no memory for questions");
    }
    pthread_mutex_init(&asked->lock, NULL);
    pthread_cond_init(&asked->changed, NULL);
    return asked;
}

void asked_free(struct asked *asked) {
    pthread_mutex_destroy(&asked->lock);
    pthread_cond_destroy(&asked->changed);
    free(asked->text.bytes);
    free(asked);
}

void on_ask(void *context, uint64_t question, uint32_t kind, const uint8_t *bytes, uintptr_t length) {
    struct asked *asked = context;
    CHECK(kind == WC_QUESTION_SIGN || kind == WC_QUESTION_WITHDRAWN);
    if (kind == WC_QUESTION_SIGN && asked->inside != NULL) {
        asked->inside(asked, question);
    }
    pthread_mutex_lock(&asked->lock);
    if (kind == WC_QUESTION_WITHDRAWN) {
        asked->withdrawn += 1;
        CHECK(bytes == NULL && length == 0);
    } else {
        asked->questions += 1;
        asked->question = question;
        free(asked->text.bytes);
        asked->text = (struct answer){WC_OK, malloc(length), length};
        memcpy(asked->text.bytes, bytes, length);
        CHECK(is_well_formed(asked->text));
    }
    pthread_cond_broadcast(&asked->changed);
    pthread_mutex_unlock(&asked->lock);
}

// Waits until a count is as high as wanted, with the lock held.
static void wait_for_count(struct asked *asked, const unsigned *count, unsigned wanted) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 60;
    int timed_out = 0;
    while (*count < wanted && timed_out == 0) {
        timed_out = pthread_cond_timedwait(&asked->changed, &asked->lock, &until);
    }
    CHECK_EQUAL(*count, wanted);
}

uint64_t wait_for_question(struct asked *asked, unsigned questions) {
    pthread_mutex_lock(&asked->lock);
    wait_for_count(asked, &asked->questions, questions);
    uint64_t question = asked->question;
    pthread_mutex_unlock(&asked->lock);
    return question;
}

void wait_for_withdrawals(struct asked *asked, unsigned withdrawals) {
    pthread_mutex_lock(&asked->lock);
    wait_for_count(asked, &asked->withdrawn, withdrawals);
    pthread_mutex_unlock(&asked->lock);
}

unsigned withdrawn_of(struct asked *asked) {
    pthread_mutex_lock(&asked->lock);
    unsigned withdrawn = asked->withdrawn;
    pthread_mutex_unlock(&asked->lock);
    return withdrawn;
}

int32_t answer_with(uint64_t handle, uint64_t question, int32_t code, const char *text) {
    return wc_miden_answer(handle, question, code, (const uint8_t *)text, strlen(text));
}
