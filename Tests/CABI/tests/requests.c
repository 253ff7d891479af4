// The lives of requests: one callback each, whatever ends them.
#include <stdlib.h>
#include <string.h>

#include "../support/answer.h"
#include "../support/check.h"
#include "../support/pending.h"
#include "../support/wallet.h"
#include "tests.h"

static void a_cancelled_request_that_waits_never_starts(void) {
    struct opened wallet = wallet_new();
    struct hold *hold = hold_worker(wallet.handle);
    struct pending *pending = pending_new();
    CHECK_EQUAL(submit(wallet.handle, WC_OPERATION_SYNC, NULL, 0, pending), WC_OK);
    for (int i = 0; i < 3; i++) {
        CHECK_EQUAL(wc_miden_cancel(wallet.handle, pending->request), WC_OK);
    }
    release_worker(hold);
    CHECK_EQUAL(code_of(wait_for(pending)), WC_CANCELLED);
    // It has ended, and these never were.
    CHECK_EQUAL(wc_miden_cancel(wallet.handle, pending->request), WC_OK);
    CHECK_EQUAL(wc_miden_cancel(wallet.handle, 0), WC_OK);
    CHECK_EQUAL(wc_miden_cancel(wallet.handle, UINT64_MAX), WC_OK);
    wc_statistics counts;
    CHECK_EQUAL(wc_miden_stats(wallet.handle, &counts), WC_OK);
    CHECK_EQUAL(counts.cancelled, 1);
    pending_free(pending);
    wallet_end(wallet);
}

static void a_request_whose_time_passes_in_the_queue_never_starts(void) {
    struct opened wallet = wallet_new();
    struct hold *hold = hold_worker(wallet.handle);
    struct pending *pending = pending_new();
    CHECK_EQUAL(submit(wallet.handle, WC_OPERATION_SYNC, NULL, 1, pending), WC_OK);
    // A blocking call gives up although the worker is held, and so the other's time has passed too.
    CHECK_EQUAL(code_of(call_with(wallet.handle, WC_OPERATION_PING, NULL, 0, 1)), WC_TIMED_OUT);
    release_worker(hold);
    CHECK_EQUAL(code_of(wait_for(pending)), WC_TIMED_OUT);
    pending_free(pending);
    wallet_end(wallet);
}

static void a_full_queue_refuses_and_empties(void) {
    enum { SLOTS = 256, MORE = 50 };
    struct opened wallet = wallet_new();
    struct hold *hold = hold_worker(wallet.handle);
    struct pending *waiting[SLOTS];
    for (size_t i = 0; i < SLOTS; i++) {
        waiting[i] = pending_new();
        CHECK_EQUAL(submit(wallet.handle, WC_OPERATION_INFO, NULL, 0, waiting[i]), WC_OK);
    }
    struct pending *refused = pending_new();
    for (size_t i = 0; i < MORE; i++) {
        CHECK_EQUAL(submit(wallet.handle, WC_OPERATION_PING, NULL, 0, refused), WC_QUEUE_FULL);
        CHECK_EQUAL(code_of(call(wallet.handle, WC_OPERATION_PING, NULL)), WC_QUEUE_FULL);
    }
    wc_statistics counts;
    CHECK_EQUAL(wc_miden_stats(wallet.handle, &counts), WC_OK);
    CHECK_EQUAL(counts.waiting, SLOTS);
    CHECK_EQUAL(counts.rejected, 2 * MORE);
    // A slot is free as soon as a request that waits is cancelled.
    CHECK_EQUAL(wc_miden_cancel(wallet.handle, waiting[100]->request), WC_OK);
    struct pending *last = pending_new();
    CHECK_EQUAL(submit(wallet.handle, WC_OPERATION_PING, NULL, 0, last), WC_OK);
    release_worker(hold);
    for (size_t i = 0; i < SLOTS; i++) {
        CHECK_EQUAL(code_of(wait_for(waiting[i])), i == 100 ? WC_CANCELLED : WC_OK);
        pending_free(waiting[i]);
    }
    CHECK_EQUAL(code_of(wait_for(last)), WC_OK);
    pending_free(last);
    wallet_end(wallet);
    CHECK_EQUAL(calls_of(refused), 0);
    pending_free(refused);
}

// What is tried inside a callback, and what comes of it.
struct inside {
    uint64_t other;
    int32_t call, others_call, shutdown, submitted, cancelled, statistics, destroyed;
    struct pending *next;
};

static void try_everything(struct pending *pending) {
    struct inside *inside = pending->context;
    wc_statistics counts;
    inside->call = code_of(call(pending->handle, WC_OPERATION_PING, NULL));
    inside->others_call = code_of(call(inside->other, WC_OPERATION_PING, NULL));
    inside->shutdown = wc_miden_shutdown(pending->handle, 1000, NULL);
    inside->submitted = submit(pending->handle, WC_OPERATION_INFO, NULL, 0, inside->next);
    inside->cancelled = wc_miden_cancel(pending->handle, 4711);
    inside->statistics = wc_miden_stats(pending->handle, &counts);
}

static void a_callback_may_do_what_does_not_block(void) {
    struct opened wallet = wallet_new();
    struct opened other = wallet_new();
    struct inside inside = {.other = other.handle, .next = pending_new()};
    struct pending *pending = pending_new();
    pending->inside = try_everything;
    pending->context = &inside;
    CHECK_EQUAL(submit(wallet.handle, WC_OPERATION_PING, NULL, 0, pending), WC_OK);
    CHECK_EQUAL(code_of(wait_for(pending)), WC_OK);
    CHECK_EQUAL(inside.call, WC_WOULD_DEADLOCK);
    CHECK_EQUAL(inside.others_call, WC_WOULD_DEADLOCK);
    CHECK_EQUAL(inside.shutdown, WC_WOULD_DEADLOCK);
    CHECK_EQUAL(inside.cancelled, WC_OK);
    CHECK_EQUAL(inside.statistics, WC_OK);
    if (CHECK_EQUAL(inside.submitted, WC_OK)) {
        CHECK_EQUAL(code_of(wait_for(inside.next)), WC_OK);
    }
    pending_free(inside.next);
    pending_free(pending);
    wallet_end(other);
    wallet_end(wallet);
}

static void destroy_here(struct pending *pending) {
    struct inside *inside = pending->context;
    inside->destroyed = wc_miden_destroy(pending->handle);
    inside->submitted = submit(pending->handle, WC_OPERATION_INFO, NULL, 0, inside->next);
}

static void a_wallet_can_be_destroyed_from_its_own_callback(void) {
    struct opened wallet = wallet_new();
    struct inside inside = {.next = pending_new()};
    struct hold *hold = hold_worker(wallet.handle);
    struct pending *first = pending_new();
    struct pending *behind = pending_new();
    first->inside = destroy_here;
    first->context = &inside;
    CHECK_EQUAL(submit(wallet.handle, WC_OPERATION_PING, NULL, 0, first), WC_OK);
    CHECK_EQUAL(submit(wallet.handle, WC_OPERATION_SYNC, NULL, 0, behind), WC_OK);
    release_worker(hold);
    CHECK_EQUAL(code_of(wait_for(first)), WC_OK);
    CHECK_EQUAL(code_of(wait_for(behind)), WC_INVALID_HANDLE);
    CHECK_EQUAL(inside.destroyed, WC_OK);
    CHECK_EQUAL(inside.submitted, WC_INVALID_HANDLE);
    CHECK_EQUAL(wc_miden_destroy(wallet.handle), WC_INVALID_HANDLE);
    pending_free(first);
    pending_free(behind);
    // The worker ends by itself; the store is free when it has.
    char *configuration = configuration_in(wallet.folder);
    int32_t code = WC_STORE;
    while (code == WC_STORE) {
        code = create(configuration, strlen(configuration), NULL, NULL, 0, &wallet.handle, NULL, NULL);
    }
    CHECK_EQUAL(code, WC_OK);
    free(configuration);
    wallet_end(wallet);
    CHECK_EQUAL(calls_of(inside.next), 0);
    pending_free(inside.next);
}

void test_requests(void) {
    static const struct test tests[] = {
        {"a cancelled request that waits never starts", a_cancelled_request_that_waits_never_starts},
        {"a request whose time passes in the queue never starts",
         a_request_whose_time_passes_in_the_queue_never_starts},
        {"a full queue refuses, and empties", a_full_queue_refuses_and_empties},
        {"a callback may do what does not block", a_callback_may_do_what_does_not_block},
        {"a wallet can be destroyed from its own callback", a_wallet_can_be_destroyed_from_its_own_callback},
    };
    run_tests(tests, sizeof tests / sizeof *tests);
}
