#include "session.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../support/check.h"
#include "../support/wallet.h"
#include "feedback.h"
#include "names.h"
#include "questions.h"

// So that neither the chain nor the store grows for ever.
enum { INPUTS_PER_WALLET = 100, REQUESTS = 96 };

struct request {
    uint64_t handle, number;
    uint32_t operation;
    enum inside inside;
    bool accepted;
    unsigned calls;
};

static struct opened wallet;
static uint64_t stale;
static unsigned inputs;
// Made anew for each input, so that a callback that comes late is a use after free.
static struct request **requests;
static size_t made;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t answered = PTHREAD_COND_INITIALIZER;

void fault(const char *what) { give_up(what); }

uint64_t session_handle(void) {
    pthread_mutex_lock(&lock);
    uint64_t handle = wallet.handle;
    pthread_mutex_unlock(&lock);
    return handle;
}

uint64_t session_stale_handle(void) {
    pthread_mutex_lock(&lock);
    uint64_t handle = stale;
    pthread_mutex_unlock(&lock);
    return handle;
}

const char *session_folder(void) { return wallet.folder; }

int32_t session_destroy(uint64_t handle) {
    int32_t code = wc_miden_destroy(handle);
    if (code == WC_OK) {
        pthread_mutex_lock(&lock);
        stale = handle;
        wallet.handle = handle == wallet.handle ? 0 : wallet.handle;
        pthread_mutex_unlock(&lock);
    } else if (code != WC_INVALID_HANDLE) {
        fault("destroy returned another code than it may");
    }
    return code;
}

void session_begin(void) {
    if (inputs++ % INPUTS_PER_WALLET == 0 || session_handle() == 0) {
        session_end();
        wallet = wallet_new();
    }
    questions_refuse(false);
    if (session_handle() == session_stale_handle()) {
        fault("a handle was used again");
    }
    requests = calloc(REQUESTS, sizeof *requests);
    made = 0;
}

void session_with_signer(void) {
    session_end();
    char *folder = folder_new();
    char *configuration = configuration_of_signer(folder);
    uint64_t handle = 0;
    if (create_with_signer(configuration, strlen(configuration), questions_ask, NULL, &handle) != WC_OK) {
        fault("a wallet with a signer does not open");
    }
    free(configuration);
    pthread_mutex_lock(&lock);
    wallet = (struct opened){folder, handle};
    pthread_mutex_unlock(&lock);
}

void session_end(void) {
    forget_names();
    if (wallet.folder != NULL) {
        session_destroy(session_handle());
        folder_remove(wallet.folder);
        wallet.folder = NULL;
    }
}

static bool is_known(int32_t code) {
    return code <= WC_OK && code >= WC_INTERNAL ? code != -7 && code != -9 : code == WC_TIMED_OUT;
}

void session_take(uint32_t operation, struct answer answer, bool wrongly) {
    if (!is_known(answer.code) || !is_well_formed(answer)) {
        fault("an answer is not what the header promises");
    }
    if (answer.code == WC_INTERNAL) {
        fprintf(stderr, "operation %u: %.*s\n", operation, (int)answer.length, (const char *)answer.bytes);
        fault("an operation panicked");
    }
    note_answer(operation, answer);
    learn_names(operation, answer);
    if (wrongly && answer.bytes != NULL) {
        if (wc_bytes_free(answer.bytes, answer.length + 1) != WC_INVALID_PARAMETER ||
            wc_bytes_free(answer.bytes, 0) != WC_INVALID_PARAMETER ||
            wc_bytes_free(answer.bytes + 1, answer.length - 1) != WC_INVALID_PARAMETER) {
            fault("a wrong free was not refused");
        }
    }
    if (wc_bytes_free(answer.bytes, answer.length) != WC_OK) {
        fault("a free was refused");
    }
    // Under AddressSanitizer, which keeps freed memory aside, nobody else has been given the same address since.
    if (wrongly && answer.bytes != NULL && wc_bytes_free(answer.bytes, answer.length) != WC_INVALID_PARAMETER) {
        fault("a double free was not refused");
    }
}

static void act_inside(const struct request *request) {
    struct answer answer = {0};
    wc_statistics counts;
    switch (request->inside) {
        case INSIDE_CALL:
            answer.code = wc_miden_call(request->handle, WC_OPERATION_INFO, NULL, 0, 0, &answer.bytes, &answer.length);
            if (answer.code != WC_WOULD_DEADLOCK) {
                fault("a blocking call in a callback was not refused");
            }
            session_take(WC_OPERATION_INFO, answer, false);
            break;
        case INSIDE_SUBMIT:
            session_submit(request->handle, WC_OPERATION_PING, NULL, 0, 0, INSIDE_NOTHING);
            break;
        case INSIDE_CANCEL:
            wc_miden_cancel(request->handle, session_request((unsigned)request->operation));
            break;
        case INSIDE_STATISTICS:
            wc_miden_stats(request->handle, &counts);
            break;
        case INSIDE_SHUTDOWN:
            if (wc_miden_shutdown(request->handle, 1000, NULL) == WC_OK) {
                fault("a shutdown in a callback was not refused");
            }
            break;
        case INSIDE_DESTROY:
            session_destroy(request->handle);
            break;
        case INSIDE_NOTHING:
        case INSIDE_KINDS:
            break;
    }
}

static void on_answer(void *context, int32_t code, uint8_t *bytes, uintptr_t length) {
    struct request *request = context;
    act_inside(request);
    session_take(request->operation, (struct answer){code, bytes, length}, request->inside == INSIDE_NOTHING);
    pthread_mutex_lock(&lock);
    request->calls += 1;
    pthread_cond_broadcast(&answered);
    pthread_mutex_unlock(&lock);
}

int32_t session_submit(uint64_t handle, uint32_t operation, const uint8_t *payload, size_t length, uint64_t timeout,
                       enum inside inside) {
    pthread_mutex_lock(&lock);
    if (made == REQUESTS) {
        pthread_mutex_unlock(&lock);
        return WC_INVALID_PARAMETER;
    }
    struct request *request = requests[made++] = calloc(1, sizeof *request);
    // Accepted until it is known that it was not: settling waits for it if it is asked in between.
    *request = (struct request){.handle = handle, .operation = operation, .inside = inside, .accepted = true};
    pthread_mutex_unlock(&lock);

    uint8_t *copy = malloc(length ? length : 1);
    memcpy(copy, payload ? payload : copy, length);
    uint64_t number = 0;
    int32_t code = wc_miden_submit(handle, operation, copy, length, timeout, on_answer, request, &number);
    free(copy);

    pthread_mutex_lock(&lock);
    request->accepted = code == WC_OK;
    request->number = number;
    pthread_cond_broadcast(&answered);
    pthread_mutex_unlock(&lock);
    note_answer(operation, (struct answer){code, NULL, 0});
    return code;
}

uint64_t session_request(unsigned which) {
    pthread_mutex_lock(&lock);
    uint64_t number = made == 0 ? 0 : requests[which % made]->number;
    pthread_mutex_unlock(&lock);
    return number;
}

static bool is_settled(void) {
    for (size_t i = 0; i < made; i++) {
        if (requests[i]->accepted && requests[i]->calls == 0) {
            return false;
        }
    }
    return true;
}

static void check_statistics(void) {
    uint64_t handle = session_handle();
    wc_statistics counts;
    int32_t code = wc_miden_stats(handle, &counts);
    if (code != (handle == 0 ? WC_INVALID_HANDLE : WC_OK)) {
        fault("statistics returned another code than they may");
    }
    if (code == WC_OK && counts.waiting != 0) {
        fault("the statistics know of a request that nobody waits for");
    }
}

void session_settle(void) {
    // Whatever still waits for a signature.
    questions_refuse(true);
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 120;
    pthread_mutex_lock(&lock);
    while (!is_settled()) {
        if (pthread_cond_timedwait(&answered, &lock, &until) != 0) {
            fault("a request was accepted and not answered");
        }
    }
    pthread_mutex_unlock(&lock);
    check_statistics();
    for (size_t i = 0; i < made; i++) {
        if (requests[i]->calls != (requests[i]->accepted ? 1 : 0)) {
            fault("a request was answered twice, or although it was not accepted");
        }
        free(requests[i]);
    }
    free(requests);
    requests = NULL;
    made = 0;
}
