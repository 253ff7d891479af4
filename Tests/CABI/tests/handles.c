// Handles that name nothing: stale, freed, foreign and random ones. Each is -2 to every function, from any thread.
#include <stdlib.h>

#include "../support/answer.h"
#include "../support/check.h"
#include "../support/pending.h"
#include "../support/random.h"
#include "../support/threads.h"
#include "../support/wallet.h"
#include "tests.h"

// A callback that must not be called.
static void never(void *context, int32_t code, uint8_t *bytes, uintptr_t length) {
    (void)context, (void)code;
    CHECK(!"a request that was not accepted called back");
    wc_bytes_free(bytes, length);
}

static void check_names_nothing(uint64_t handle) {
    uint64_t request = 7;
    CHECK_EQUAL(wc_miden_submit(handle, WC_OPERATION_PING, NULL, 0, 0, never, NULL, &request), WC_INVALID_HANDLE);
    CHECK_EQUAL(request, 7);
    CHECK_EQUAL(code_of(call_with(handle, WC_OPERATION_PING, NULL, 0, 0)), WC_INVALID_HANDLE);
    CHECK_EQUAL(wc_miden_cancel(handle, 1), WC_INVALID_HANDLE);
    CHECK_EQUAL(wc_miden_answer(handle, 1, WC_OK, NULL, 0), WC_INVALID_HANDLE);
    wc_statistics counts = {.waiting = 7};
    CHECK_EQUAL(wc_miden_stats(handle, &counts), WC_INVALID_HANDLE);
    CHECK_EQUAL(counts.waiting, 7);
    wc_shutdown_report report = {.finished = 7};
    CHECK_EQUAL(wc_miden_shutdown(handle, 0, &report), WC_INVALID_HANDLE);
    CHECK_EQUAL(report.finished, 7);
    CHECK_EQUAL(wc_miden_destroy(handle), WC_INVALID_HANDLE);
}

// What has been a handle, and what has never been one.
struct handles {
    uint64_t open;
    uint64_t stale[8];
};

static void *try_handles(void *context) {
    const struct handles *handles = context;
    uint64_t open = handles->open;
    uint64_t random = (uint64_t)(uintptr_t)&open;
    for (size_t round = 0; round < 50; round++) {
        for (size_t i = 0; i < sizeof handles->stale / sizeof *handles->stale; i++) {
            check_names_nothing(handles->stale[i]);
        }
        for (unsigned bit = 0; bit < 64; bit++) {
            check_names_nothing(open ^ (UINT64_C(1) << bit));
        }
        for (size_t i = 0; i < 64; i++) {
            uint64_t number = next_random(&random);
            check_names_nothing(number == open ? 0 : number);
            // The slot is right, or the generation is.
            number = (number << 32) | (open & UINT32_MAX);
            check_names_nothing(number == open ? 0 : number);
            number = (number & UINT32_MAX << 8) | (open >> 32 << 32) | (open & 0xff);
            check_names_nothing(number == open ? 0 : number);
        }
        // A pointer of this process, which is what another library's handle is.
        check_names_nothing((uint64_t)(uintptr_t)&open);
        check_names_nothing((uint64_t)(uintptr_t)context);
        CHECK_EQUAL(code_of(call(open, WC_OPERATION_PING, NULL)), WC_OK);
    }
    return NULL;
}

static void handles_that_name_nothing_are_refused_on_every_thread(void) {
    static const uint64_t numbers[] = {0, 1, 2, UINT32_MAX, UINT64_C(1) << 32, UINT64_C(1) << 63, UINT64_MAX};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (numbers[i] >> 32 != 1) {
            check_names_nothing(numbers[i]);
        }
    }
    struct handles handles;
    for (size_t i = 0; i < sizeof handles.stale / sizeof *handles.stale; i++) {
        struct opened freed = wallet_new();
        handles.stale[i] = freed.handle;
        CHECK_EQUAL(wc_miden_destroy(freed.handle), WC_OK);
        check_names_nothing(freed.handle);
        folder_remove(freed.folder);
    }
    // In the slot that all of those had.
    struct opened wallet = wallet_new();
    handles.open = wallet.handle;
    at_once(8, try_handles, &handles);
    CHECK_EQUAL(wc_miden_destroy(wallet.handle), WC_OK);
    check_names_nothing(wallet.handle);
    folder_remove(wallet.folder);
}

static void every_open_wallet_has_its_own_handle(void) {
    enum { COUNT = 6 };
    struct opened wallets[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        wallets[i] = wallet_new();
        for (size_t j = 0; j < i; j++) {
            CHECK(wallets[i].handle != wallets[j].handle);
        }
    }
    // A request of one is none of another's.
    struct hold *hold = hold_worker(wallets[0].handle);
    struct pending *pending = pending_new();
    CHECK_EQUAL(submit(wallets[0].handle, WC_OPERATION_PING, NULL, 0, pending), WC_OK);
    for (size_t i = 1; i < COUNT; i++) {
        CHECK_EQUAL(wc_miden_cancel(wallets[i].handle, pending->request), WC_OK);
        CHECK_EQUAL(code_of(call(wallets[i].handle, WC_OPERATION_PING, NULL)), WC_OK);
    }
    release_worker(hold);
    CHECK_EQUAL(code_of(wait_for(pending)), WC_OK);
    pending_free(pending);
    for (size_t i = 0; i < COUNT; i++) {
        CHECK_EQUAL(code_of(call(wallets[i].handle, WC_OPERATION_INFO, NULL)), WC_OK);
        wallet_end(wallets[i]);
        check_names_nothing(wallets[i].handle);
    }
}

void test_handles(void) {
    static const struct test tests[] = {
        {"handles that name nothing are refused on every thread",
         handles_that_name_nothing_are_refused_on_every_thread},
        {"every open wallet has its own handle", every_open_wallet_has_its_own_handle},
    };
    run_tests(tests, sizeof tests / sizeof *tests);
}
