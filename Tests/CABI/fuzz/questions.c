#include "questions.h"

#include <miden_swift_client.h>
#include <pthread.h>
#include <string.h>

#include "session.h"

enum { KEPT = 16 };

static struct {
    uint64_t handle, number;
} asked[KEPT];
static unsigned count;
static bool refusing;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void refuse(uint64_t handle, uint64_t number) {
    static const char text[] = "{\"message\":\"no\"}";
    int32_t code = wc_miden_answer(handle, number, WC_CANCELLED, (const uint8_t *)text, strlen(text));
    if (code != WC_OK && code != WC_LOOKUP && code != WC_INVALID_HANDLE) {
        fault("an answer that can be read was refused");
    }
}

void questions_ask(void *context, uint64_t question, uint32_t kind, const uint8_t *bytes, uintptr_t length) {
    (void)context;
    if (kind == WC_QUESTION_WITHDRAWN && bytes == NULL && length == 0) {
        return;
    }
    if (kind != WC_QUESTION_SIGN || length < 2 || bytes[0] != '{' || bytes[length - 1] != '}') {
        fault("a question is not what the header promises");
    }
    uint64_t handle = session_handle();
    pthread_mutex_lock(&lock);
    // Those that are not kept could not be refused later.
    bool keep = !refusing && count < KEPT;
    if (keep) {
        asked[count].handle = handle;
        asked[count].number = question;
        count += 1;
    }
    pthread_mutex_unlock(&lock);
    if (!keep) {
        refuse(handle, question);
    }
}

void questions_refuse(bool refuse_them) {
    pthread_mutex_lock(&lock);
    refusing = refuse_them;
    while (refusing && count > 0) {
        count -= 1;
        uint64_t handle = asked[count].handle, number = asked[count].number;
        pthread_mutex_unlock(&lock);
        refuse(handle, number);
        pthread_mutex_lock(&lock);
    }
    pthread_mutex_unlock(&lock);
}

uint64_t questions_number(unsigned which) {
    pthread_mutex_lock(&lock);
    uint64_t number = asked[which % KEPT].number;
    pthread_mutex_unlock(&lock);
    return number;
}
