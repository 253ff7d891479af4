// Shutdown and destroy, while others are at work on the same wallet.
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "../support/answer.h"
#include "../support/check.h"
#include "../support/pending.h"
#include "../support/random.h"
#include "../support/threads.h"
#include "../support/wallet.h"
#include "tests.h"

static void shutdown_drains_and_destroy_ends(void) {
    struct opened wallet = wallet_new();
    struct hold *hold = hold_worker(wallet.handle);
    enum { COUNT = 20 };
    struct pending *waiting[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        waiting[i] = pending_new();
        CHECK_EQUAL(submit(wallet.handle, WC_OPERATION_INFO, NULL, 0, waiting[i]), WC_OK);
    }
    release_worker(hold);
    wc_shutdown_report report;
    CHECK_EQUAL(wc_miden_shutdown(wallet.handle, 60000, &report), WC_OK);
    CHECK_EQUAL(report.cancelled + report.abandoned, 0);
    for (size_t i = 0; i < COUNT; i++) {
        CHECK_EQUAL(calls_of(waiting[i]), 1);
        CHECK_EQUAL(code_of(wait_for(waiting[i])), WC_OK);
    }
    // Nothing more is taken, and a second shutdown finds nothing to do.
    CHECK_EQUAL(submit(wallet.handle, WC_OPERATION_PING, NULL, 0, waiting[0]), WC_INVALID_HANDLE);
    CHECK_EQUAL(code_of(call(wallet.handle, WC_OPERATION_PING, NULL)), WC_INVALID_HANDLE);
    CHECK_EQUAL(wc_miden_shutdown(wallet.handle, 0, &report), WC_OK);
    CHECK_EQUAL(report.finished + report.cancelled + report.abandoned, 0);
    wc_statistics counts;
    CHECK_EQUAL(wc_miden_stats(wallet.handle, &counts), WC_OK);
    CHECK_EQUAL(counts.waiting + counts.running, 0);
    CHECK_EQUAL(wc_miden_destroy(wallet.handle), WC_OK);
    CHECK_EQUAL(wc_miden_destroy(wallet.handle), WC_INVALID_HANDLE);
    for (size_t i = 0; i < COUNT; i++) {
        pending_free(waiting[i]);
    }
    folder_remove(wallet.folder);
}

static void shutdown_without_grace_ends_what_waits(void) {
    struct opened wallet = wallet_new();
    struct hold *hold = hold_worker(wallet.handle);
    struct pending *waiting = pending_new();
    CHECK_EQUAL(submit(wallet.handle, WC_OPERATION_SYNC, NULL, 0, waiting), WC_OK);
    // Returns although a callback holds the worker.
    CHECK_EQUAL(wc_miden_shutdown(wallet.handle, 0, NULL), WC_OK);
    release_worker(hold);
    CHECK_EQUAL(code_of(wait_for(waiting)), WC_INVALID_HANDLE);
    pending_free(waiting);
    wallet_end(wallet);
}

struct race {
    uint64_t handle;
    atomic_uint accepted, answered, destroyed, shut_down;
};

static void count_answer(void *context, int32_t code, uint8_t *bytes, uintptr_t length) {
    CHECK(is_well_formed((struct answer){code, bytes, length}));
    CHECK_EQUAL(wc_bytes_free(bytes, length), WC_OK);
    atomic_fetch_add(&((struct race *)context)->answered, 1);
}

static void *destroy(void *context) {
    struct race *race = context;
    int32_t code = wc_miden_destroy(race->handle);
    CHECK(code == WC_OK || code == WC_INVALID_HANDLE);
    atomic_fetch_add(&race->destroyed, code == WC_OK ? 1 : 0);
    return NULL;
}

static void of_many_destroys_one_is_right(void) {
    for (size_t round = 0; round < 10; round++) {
        struct opened wallet = wallet_new();
        struct race race = {.handle = wallet.handle};
        at_once(8, destroy, &race);
        CHECK_EQUAL(atomic_load(&race.destroyed), 1);
        wallet_end(wallet);
    }
}

// Submits, calls, cancels and asks until the wallet is no more.
static void *work_until_the_end(void *context) {
    struct race *race = context;
    uint64_t random = (uint64_t)(uintptr_t)&random;
    int32_t code = WC_OK;
    while (code != WC_INVALID_HANDLE) {
        uint64_t number = next_random(&random);
        uint64_t request = 0;
        wc_statistics counts;
        switch (number % 8) {
            case 0:
                code = code_of(call(race->handle, WC_OPERATION_INFO, NULL));
                break;
            case 1:
                code = wc_miden_cancel(race->handle, number >> 56);
                break;
            case 2:
                code = wc_miden_stats(race->handle, &counts);
                break;
            default:
                // Counted before it can be answered.
                atomic_fetch_add(&race->accepted, 1);
                code = wc_miden_submit(race->handle, number % 8 == 3 ? WC_OPERATION_SYNC : WC_OPERATION_INFO, NULL, 0,
                                       number % 8 == 4 ? 1 : 0, count_answer, race, &request);
                if (code != WC_OK) {
                    atomic_fetch_sub(&race->accepted, 1);
                }
                if (number % 8 == 5) {
                    wc_miden_cancel(race->handle, request);
                }
        }
        // The request that another thread cancelled may have been this call.
        CHECK(code == WC_OK || code == WC_QUEUE_FULL || code == WC_CANCELLED || code == WC_INVALID_HANDLE);
    }
    return NULL;
}

static void *end_it(void *context) {
    struct race *race = context;
    // In the midst of it.
    while (atomic_load(&race->answered) < 200) {
        sched_yield();
    }
    return destroy(context);
}

static void *work_or_end_it(void *context) {
    struct race *race = context;
    return atomic_fetch_add(&race->shut_down, 1) == 0 ? end_it(context) : work_until_the_end(context);
}

static void everything_accepted_is_answered_when_destroy_returns(void) {
    for (size_t round = 0; round < 5; round++) {
        struct opened wallet = wallet_new();
        // On the heap, so that a callback after the end is a use after free.
        struct race *race = calloc(1, sizeof *race);
        race->handle = wallet.handle;
        at_once(6, work_or_end_it, race);
        CHECK_EQUAL(atomic_load(&race->destroyed), 1);
        CHECK_EQUAL(atomic_load(&race->answered), atomic_load(&race->accepted));
        free(race);
        // The store is free again at once.
        wallet.handle = open_wallet(wallet.folder);
        wallet_end(wallet);
    }
}

static void *shut_down_and_destroy(void *context) {
    struct race *race = context;
    int32_t code = wc_miden_shutdown(race->handle, 100, NULL);
    CHECK(code == WC_OK || code == WC_INVALID_HANDLE);
    return destroy(context);
}

static void shutdowns_and_destroys_may_meet(void) {
    for (size_t round = 0; round < 5; round++) {
        struct opened wallet = wallet_new();
        struct race race = {.handle = wallet.handle};
        for (size_t i = 0; i < 50; i++) {
            atomic_fetch_add(&race.accepted, 1);
            CHECK_EQUAL(wc_miden_submit(race.handle, WC_OPERATION_SYNC, NULL, 0, 0, count_answer, &race, NULL), WC_OK);
        }
        at_once(6, shut_down_and_destroy, &race);
        CHECK_EQUAL(atomic_load(&race.destroyed), 1);
        CHECK_EQUAL(atomic_load(&race.answered), 50);
        wallet_end(wallet);
    }
}

static void *open_and_end(void *context) {
    (void)context;
    for (size_t i = 0; i < 5; i++) {
        struct opened wallet = wallet_new();
        CHECK_EQUAL(code_of(call(wallet.handle, WC_OPERATION_PING, NULL)), WC_OK);
        wallet_end(wallet);
        CHECK_EQUAL(code_of(call(wallet.handle, WC_OPERATION_PING, NULL)), WC_INVALID_HANDLE);
    }
    return NULL;
}

static void wallets_are_opened_and_ended_on_many_threads(void) { at_once(4, open_and_end, NULL); }

void test_endings(void) {
    static const struct test tests[] = {
        {"shutdown drains and destroy ends", shutdown_drains_and_destroy_ends},
        {"shutdown without grace ends what waits", shutdown_without_grace_ends_what_waits},
        {"of many destroys one is right", of_many_destroys_one_is_right},
        {"everything accepted is answered when destroy returns", everything_accepted_is_answered_when_destroy_returns},
        {"shutdowns and destroys may meet", shutdowns_and_destroys_may_meet},
        {"wallets are opened and ended on many threads", wallets_are_opened_and_ended_on_many_threads},
    };
    run_tests(tests, sizeof tests / sizeof *tests);
}
