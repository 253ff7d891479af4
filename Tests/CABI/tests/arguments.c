// Arguments that cannot be what they should be: null pointers, lengths that no memory has, no such operation.
#include <stdlib.h>
#include <string.h>

#include "../support/answer.h"
#include "../support/check.h"
#include "../support/pending.h"
#include "../support/wallet.h"
#include "tests.h"

// What a caller who does not initialise its variables has in them.
#define LEFTOVER ((uint8_t *)0x5ca1ab1e)

static void create_refuses_what_is_no_memory(void) {
    char *folder = folder_new();
    char *configuration = configuration_in(folder);
    size_t length = strlen(configuration);
    uint64_t handle = 7;
    struct {
        const char *configuration;
        size_t length;
        uint64_t *handle;
    } tries[] = {
        {NULL, 0, &handle},
        {NULL, length, &handle},
        {NULL, SIZE_MAX, &handle},
        {configuration, SIZE_MAX, &handle},
        {configuration, (size_t)PTRDIFF_MAX + 1, &handle},
        {configuration, 0, &handle},
        {configuration, length - 1, &handle},
        {configuration, length, NULL},
    };
    for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
        uint8_t *error = LEFTOVER;
        size_t error_length = 4711;
        CHECK_EQUAL(create(tries[i].configuration, tries[i].length, NULL, NULL, 0, tries[i].handle, &error,
                           &error_length),
                    WC_INVALID_PARAMETER);
        CHECK(error != LEFTOVER && (error == NULL) == (error_length == 0));
        CHECK_EQUAL(wc_bytes_free(error, error_length), WC_OK);
        // Nobody need want the error message, or may want half of it.
        CHECK_EQUAL(create(tries[i].configuration, tries[i].length, NULL, NULL, 0, tries[i].handle, NULL, NULL),
                    WC_INVALID_PARAMETER);
        CHECK_EQUAL(create(tries[i].configuration, tries[i].length, NULL, NULL, 0, tries[i].handle, &error, NULL),
                    WC_INVALID_PARAMETER);
        CHECK(error == NULL);
        CHECK_EQUAL(create(tries[i].configuration, tries[i].length, NULL, NULL, 0, tries[i].handle, NULL,
                           &error_length),
                    WC_INVALID_PARAMETER);
        CHECK_EQUAL(error_length, 0);
    }
    CHECK_EQUAL(handle, 7);
    free(configuration);
    folder_remove(folder);
}

static void create_says_why_and_leaves_no_leftovers(void) {
    char *folder = folder_new();
    char *configuration = configuration_in(folder);
    uint64_t handle = 0;
    uint8_t *error = LEFTOVER;
    size_t length = 4711;
    // No log, whatever level is asked for.
    CHECK_EQUAL(create(configuration, strlen(configuration), NULL, LEFTOVER, INT32_MIN, &handle, &error, &length),
                WC_OK);
    CHECK(error == NULL && length == 0);
    error = LEFTOVER;
    CHECK_EQUAL(create(configuration, strlen(configuration), NULL, NULL, INT32_MAX, &handle, &error, &length),
                WC_STORE);
    struct answer refusal = {WC_STORE, error, length};
    CHECK(is_well_formed(refusal) && contains(refusal, "\"kind\":\"store_in_use\""));
    answer_free(refusal);
    CHECK_EQUAL(wc_miden_destroy(handle), WC_OK);
    free(configuration);
    folder_remove(folder);
}

static void submit_refuses_what_it_cannot_do(void) {
    struct opened wallet = wallet_new();
    struct pending *pending = pending_new();
    uint64_t request = 7;
    const uint8_t *payload = (const uint8_t *)"{}";
    static const uint32_t operations[] = {WC_OPERATION_SET_DEFAULT_ACCOUNT + 100, 4711, INT32_MAX, UINT32_MAX};
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        CHECK_EQUAL(wc_miden_submit(wallet.handle, operations[i], NULL, 0, 0, on_answer, pending, &request),
                    WC_INVALID_PARAMETER);
        CHECK_EQUAL(code_of(call(wallet.handle, operations[i], NULL)), WC_INVALID_PARAMETER);
    }
    CHECK_EQUAL(wc_miden_submit(wallet.handle, WC_OPERATION_PING, NULL, 0, 0, NULL, pending, &request),
                WC_INVALID_PARAMETER);
    static const size_t lengths[] = {1, 4096, PTRDIFF_MAX, SIZE_MAX};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        CHECK_EQUAL(wc_miden_submit(wallet.handle, WC_OPERATION_PING, NULL, lengths[i], 0, on_answer, pending,
                                    &request),
                    WC_INVALID_PARAMETER);
        CHECK_EQUAL(code_of(call_with(wallet.handle, WC_OPERATION_PING, NULL, lengths[i], 0)), WC_INVALID_PARAMETER);
    }
    CHECK_EQUAL(wc_miden_submit(wallet.handle, WC_OPERATION_INFO, payload, SIZE_MAX, 0, on_answer, pending, &request),
                WC_INVALID_PARAMETER);
    CHECK_EQUAL(code_of(call_with(wallet.handle, WC_OPERATION_INFO, payload, SIZE_MAX, 0)), WC_INVALID_PARAMETER);
    CHECK_EQUAL(request, 7);
    wallet_end(wallet);
    // Only now is it certain that none of them calls back.
    CHECK_EQUAL(calls_of(pending), 0);
    pending_free(pending);
}

static void results_may_be_unwanted(void) {
    struct opened wallet = wallet_new();
    uint8_t *reply = LEFTOVER;
    size_t length = 4711;
    CHECK_EQUAL(wc_miden_call(wallet.handle, WC_OPERATION_INFO, NULL, 0, 0, NULL, NULL), WC_OK);
    CHECK_EQUAL(wc_miden_call(wallet.handle, WC_OPERATION_INFO, NULL, 0, 0, &reply, NULL), WC_OK);
    CHECK(reply == NULL);
    CHECK_EQUAL(wc_miden_call(wallet.handle, WC_OPERATION_INFO, NULL, 0, 0, NULL, &length), WC_OK);
    CHECK_EQUAL(length, 0);
    reply = LEFTOVER;
    length = 4711;
    CHECK_EQUAL(wc_miden_call(wallet.handle, WC_OPERATION_PING, NULL, 0, 0, &reply, &length), WC_OK);
    CHECK(reply == NULL && length == 0);

    struct pending *pending = pending_new();
    CHECK_EQUAL(wc_miden_submit(wallet.handle, WC_OPERATION_PING, NULL, 0, 0, on_answer, pending, NULL), WC_OK);
    CHECK_EQUAL(code_of(wait_for(pending)), WC_OK);
    pending_free(pending);
    CHECK_EQUAL(wc_miden_stats(wallet.handle, NULL), WC_INVALID_PARAMETER);
    CHECK_EQUAL(wc_miden_shutdown(wallet.handle, 0, NULL), WC_OK);
    wallet_end(wallet);
}

static void the_longest_timeouts_overflow_nothing(void) {
    struct opened wallet = wallet_new();
    static const uint64_t timeouts[] = {1u << 31, INT64_MAX / 1000000, INT64_MAX, UINT64_MAX - 1, UINT64_MAX};
    for (size_t i = 0; i < sizeof timeouts / sizeof *timeouts; i++) {
        CHECK_EQUAL(code_of(call_with(wallet.handle, WC_OPERATION_INFO, NULL, 0, timeouts[i])), WC_OK);
        struct pending *pending = pending_new();
        CHECK_EQUAL(submit(wallet.handle, WC_OPERATION_SYNC, NULL, timeouts[i], pending), WC_OK);
        CHECK_EQUAL(code_of(wait_for(pending)), WC_OK);
        pending_free(pending);
    }
    CHECK_EQUAL(wc_miden_shutdown(wallet.handle, UINT64_MAX, NULL), WC_OK);
    wallet_end(wallet);
}

void test_arguments(void) {
    static const struct test tests[] = {
        {"create refuses what is no memory", create_refuses_what_is_no_memory},
        {"create says why, and leaves no leftovers", create_says_why_and_leaves_no_leftovers},
        {"submit and call refuse what they cannot do", submit_refuses_what_it_cannot_do},
        {"results may be unwanted", results_may_be_unwanted},
        {"the longest timeouts overflow nothing", the_longest_timeouts_overflow_nothing},
    };
    run_tests(tests, sizeof tests / sizeof *tests);
}
