// Bytes that the library gave out: what is freed wrongly is refused.
#include <stdlib.h>

#include "../support/answer.h"
#include "../support/check.h"
#include "../support/threads.h"
#include "../support/wallet.h"
#include "tests.h"

static void null_is_nothing_to_free(void) {
    CHECK_EQUAL(wc_bytes_free(NULL, 0), WC_OK);
    CHECK_EQUAL(wc_bytes_free(NULL, 5), WC_OK);
    CHECK_EQUAL(wc_bytes_free(NULL, SIZE_MAX), WC_OK);
}

static void a_second_free_is_refused(void) {
    struct opened wallet = wallet_new();
    struct answer info = call(wallet.handle, WC_OPERATION_INFO, NULL);
    struct answer accounts = call(wallet.handle, WC_OPERATION_GET_ACCOUNTS, NULL);
    REQUIRE(info.bytes != NULL && accounts.bytes != NULL);
    CHECK_EQUAL(wc_bytes_free(info.bytes, info.length), WC_OK);
    CHECK_EQUAL(wc_bytes_free(info.bytes, info.length), WC_INVALID_PARAMETER);
    CHECK_EQUAL(wc_bytes_free(info.bytes, 0), WC_INVALID_PARAMETER);
    CHECK_EQUAL(wc_bytes_free(info.bytes, info.length), WC_INVALID_PARAMETER);
    // The others are as they were.
    CHECK(is_well_formed(accounts));
    CHECK_EQUAL(wc_bytes_free(accounts.bytes, accounts.length), WC_OK);
    wallet_end(wallet);
    // Not even with the wallet gone.
    CHECK_EQUAL(wc_bytes_free(accounts.bytes, accounts.length), WC_INVALID_PARAMETER);
}

static void another_length_is_refused(void) {
    struct opened wallet = wallet_new();
    struct answer info = call(wallet.handle, WC_OPERATION_INFO, NULL);
    REQUIRE(info.bytes != NULL && info.length > 2);
    const size_t lengths[] = {0, 1, info.length - 1, info.length + 1, 2 * info.length, SIZE_MAX};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        CHECK_EQUAL(wc_bytes_free(info.bytes, lengths[i]), WC_INVALID_PARAMETER);
    }
    // An address inside, with and without the length that is left from there.
    for (size_t i = 1; i < info.length; i++) {
        CHECK_EQUAL(wc_bytes_free(info.bytes + i, info.length - i), WC_INVALID_PARAMETER);
        CHECK_EQUAL(wc_bytes_free(info.bytes + i, info.length), WC_INVALID_PARAMETER);
    }
    // They are still ours, and whole.
    CHECK(is_well_formed(info));
    answer_free(info);
    wallet_end(wallet);
}

static void what_was_never_given_is_refused(void) {
    static const uint8_t constant[] = "constant";
    uint8_t local[16] = {0};
    uint8_t *own = malloc(16);
    CHECK_EQUAL(wc_bytes_free((uint8_t *)(uintptr_t)constant, sizeof constant), WC_INVALID_PARAMETER);
    CHECK_EQUAL(wc_bytes_free(local, sizeof local), WC_INVALID_PARAMETER);
    CHECK_EQUAL(wc_bytes_free(own, 16), WC_INVALID_PARAMETER);
    CHECK_EQUAL(wc_bytes_free((uint8_t *)(uintptr_t)wc_features(), 8), WC_INVALID_PARAMETER);
    // Where nothing is at all.
    CHECK_EQUAL(wc_bytes_free((uint8_t *)1, 1), WC_INVALID_PARAMETER);
    CHECK_EQUAL(wc_bytes_free((uint8_t *)UINTPTR_MAX, 1), WC_INVALID_PARAMETER);
    free(own);
}

static void bytes_outlive_their_wallet(void) {
    struct opened wallet = wallet_new();
    struct answer info = call(wallet.handle, WC_OPERATION_INFO, NULL);
    wallet_end(wallet);
    CHECK(is_well_formed(info));
    answer_free(info);
}

struct contested {
    struct answer answer;
    _Atomic unsigned freed;
};

static void *free_contested(void *context) {
    struct contested *contested = context;
    int32_t code = wc_bytes_free(contested->answer.bytes, contested->answer.length);
    CHECK(code == WC_OK || code == WC_INVALID_PARAMETER);
    contested->freed += code == WC_OK ? 1 : 0;
    return NULL;
}

static void of_many_frees_one_is_right(void) {
    struct opened wallet = wallet_new();
    for (size_t round = 0; round < 50; round++) {
        struct contested contested = {.answer = call(wallet.handle, WC_OPERATION_INFO, NULL)};
        at_once(4, free_contested, &contested);
        CHECK_EQUAL(contested.freed, 1);
    }
    wallet_end(wallet);
}

void test_bytes(void) {
    static const struct test tests[] = {
        {"null is nothing to free", null_is_nothing_to_free},
        {"a second free is refused", a_second_free_is_refused},
        {"another length is refused", another_length_is_refused},
        {"what was never given is refused", what_was_never_given_is_refused},
        {"bytes outlive their wallet", bytes_outlive_their_wallet},
        {"of many frees one is right", of_many_frees_one_is_right},
    };
    run_tests(tests, sizeof tests / sizeof *tests);
}
