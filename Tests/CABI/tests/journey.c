// Every function once, as it is meant.
#define _GNU_SOURCE
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "../support/answer.h"
#include "../support/check.h"
#include "../support/pending.h"
#include "../support/wallet.h"
#include "tests.h"

static void the_library_says_what_it_is(void) {
    CHECK_EQUAL(wc_abi_version(), WC_ABI_VERSION);
    CHECK(strstr(wc_features(), "\"embedded_chain\":true") != NULL);
    CHECK(strstr(wc_features(), wc_cpu_features()) != NULL);
}

// A request by callback, which must succeed.
static struct answer asked(uint64_t handle, uint32_t operation, const char *payload) {
    struct pending *pending = pending_new();
    struct answer answer = {INT32_MIN, NULL, 0};
    if (CHECK_EQUAL(submit(handle, operation, payload, 60000, pending), WC_OK)) {
        answer = wait_for(pending);
        CHECK_EQUAL(answer.code, WC_OK);
    }
    pending_free(pending);
    return answer;
}

static char *asked_for(uint64_t handle, uint32_t operation, const char *payload, const char *field) {
    struct answer answer = asked(handle, operation, payload);
    char *text = text_in(answer, field);
    answer_free(answer);
    return text;
}

static void check_journey(uint64_t handle, const char *account, const char *note, const char *faucet) {
    struct answer notes = call(handle, WC_OPERATION_GET_INPUT_NOTES, "{}");
    CHECK(contains(notes, note));
    answer_free(notes);

    char *request = format("{\"account_id\":\"%s\",\"draft\":{\"consume\":[\"%s\"]}}", account, note);
    char *transaction = asked_for(handle, WC_OPERATION_TRANSACT, request, "transaction_id");
    free(request);
    REQUIRE(transaction != NULL);
    answer_free(asked(handle, WC_OPERATION_SYNC, NULL));

    request = format("{\"transaction_id\":\"%s\"}", transaction);
    struct answer found = call(handle, WC_OPERATION_GET_TRANSACTION, request);
    CHECK(contains(found, "committed"));
    answer_free(found);
    free(request);
    free(transaction);

    request = format("{\"account_id\":\"%s\"}", account);
    struct answer balance = call(handle, WC_OPERATION_GET_BALANCE, request);
    CHECK(contains(balance, "\"amount\":1500"));
    answer_free(balance);
    CHECK_EQUAL(code_of(call(handle, WC_OPERATION_SET_DEFAULT_ACCOUNT, request)), WC_OK);
    free(request);

    char *payments = format("[{\"recipient_id\":\"%s\",\"fungible_assets\":[{\"faucet_id\":\"%s\",\"amount\":500}],"
                            "\"note_type\":\"public\"}]",
                            account, faucet);
    request = format("{\"account_id\":\"%s\",\"draft\":{\"send\":%s}}", account, payments);
    struct answer preview = call(handle, WC_OPERATION_PREVIEW, request);
    CHECK(contains(preview, "\"amount\":500"));
    answer_free(preview);
    CHECK_EQUAL(code_of(asked(handle, WC_OPERATION_TRANSACT, request)), WC_OK);
    free(request);
    free(payments);
    CHECK_EQUAL(code_of(call(handle, WC_OPERATION_SYNC, NULL)), WC_OK);
    request = format("{\"account_id\":\"%s\"}", account);
    struct answer consumed = call(handle, WC_OPERATION_CONSUME_ALL, request);
    CHECK(contains(consumed, "\"failures\":[]"));
    answer_free(consumed);
    free(request);
}

// An account with a note of 1500 for it. The texts are to be freed, and null where something failed.
struct paid {
    char *account, *note, *faucet;
};

static struct paid paid_account(uint64_t handle) {
    struct paid paid = {NULL, NULL, NULL};
    paid.account = asked_for(handle, WC_OPERATION_CREATE_WALLET,
                             "{\"scheme\":\"ecdsa_k256_keccak\",\"visibility\":\"public\"}", "account_id");
    if (paid.account != NULL) {
        char *request = format(
            "{\"account_id\":\"%s\",\"token\":\"MIDEN\",\"amount\":1500,\"note_type\":\"public\"}", paid.account);
        struct answer minted = asked(handle, WC_OPERATION_MINT, request);
        free(request);
        paid.note = text_in(minted, "note_id");
        paid.faucet = text_in(minted, "faucet_id");
        answer_free(minted);
        answer_free(asked(handle, WC_OPERATION_SYNC, NULL));
    }
    return paid;
}

static void a_wallet_is_made_used_and_ended(void) {
    struct opened wallet = wallet_new();
    uint64_t handle = wallet.handle;
    CHECK_EQUAL(code_of(call(handle, WC_OPERATION_PING, NULL)), WC_OK);
    CHECK_EQUAL(code_of(call(handle, WC_OPERATION_TEST_CONNECTION, NULL)), WC_OK);

    struct paid paid = paid_account(handle);
    char *account = paid.account;
    REQUIRE(account != NULL && paid.note != NULL && paid.faucet != NULL);
    check_journey(handle, account, paid.note, paid.faucet);
    free(paid.note);
    free(paid.faucet);

    wc_statistics counts;
    CHECK_EQUAL(wc_miden_stats(handle, &counts), WC_OK);
    CHECK_EQUAL(counts.completed, 15);
    CHECK_EQUAL(counts.failed + counts.cancelled + counts.timed_out + counts.rejected, 0);
    wc_shutdown_report report;
    CHECK_EQUAL(wc_miden_shutdown(handle, 10000, &report), WC_OK);
    CHECK_EQUAL(report.finished + report.cancelled + report.abandoned, 0);
    CHECK_EQUAL(wc_miden_destroy(handle), WC_OK);

    // All of it is still there.
    wallet.handle = open_wallet(wallet.folder);
    struct answer accounts = call(wallet.handle, WC_OPERATION_GET_ACCOUNTS, NULL);
    CHECK(contains(accounts, account));
    answer_free(accounts);
    struct answer info = call(wallet.handle, WC_OPERATION_INFO, NULL);
    CHECK(contains(info, "\"network\":\"embedded\"") && contains(info, account));
    answer_free(info);
    free(account);
    wallet_end(wallet);
}

static void check_unsupported(uint64_t handle, uint32_t operation, const char *payload, struct pending *pending) {
    CHECK_EQUAL(submit(handle, operation, payload, 60000, pending), WC_INVALID_PARAMETER);
    struct answer answer = call(handle, operation, payload);
    CHECK_EQUAL(answer.code, WC_INVALID_PARAMETER);
    CHECK(is_well_formed(answer) && contains(answer, "\"kind\":\"unsupported_operation\""));
    answer_free(answer);
}

// With requests that version 3 of the interface carried out.
static void operations_that_were_removed_are_unsupported_and_move_nothing(void) {
    enum { CONSUME_NOTES = 8, SEND = 9 };
    struct opened wallet = wallet_new();
    struct pending *pending = pending_new();
    struct paid paid = paid_account(wallet.handle);
    REQUIRE(paid.account != NULL && paid.note != NULL && paid.faucet != NULL);

    char *request = format("{\"account_id\":\"%s\",\"note_ids\":[\"%s\"]}", paid.account, paid.note);
    check_unsupported(wallet.handle, CONSUME_NOTES, request, pending);
    free(request);
    // The note is still there to be consumed.
    request = format("{\"account_id\":\"%s\",\"draft\":{\"consume\":[\"%s\"]}}", paid.account, paid.note);
    answer_free(asked(wallet.handle, WC_OPERATION_TRANSACT, request));
    free(request);

    request = format("{\"account_id\":\"%s\",\"payments\":[{\"recipient_id\":\"%s\",\"fungible_assets\":"
                     "[{\"faucet_id\":\"%s\",\"amount\":500}],\"note_type\":\"public\"}]}",
                     paid.account, paid.account, paid.faucet);
    check_unsupported(wallet.handle, SEND, request, pending);
    free(request);
    request = format("{\"account_id\":\"%s\"}", paid.account);
    struct answer balance = call(wallet.handle, WC_OPERATION_GET_BALANCE, request);
    CHECK(contains(balance, "\"amount\":1500"));
    answer_free(balance);
    free(request);

    wc_statistics counts;
    CHECK_EQUAL(wc_miden_stats(wallet.handle, &counts), WC_OK);
    CHECK_EQUAL(counts.failed + counts.cancelled + counts.timed_out, 0);
    wallet_end(wallet);
    // Only now is it certain that nothing calls back.
    CHECK_EQUAL(calls_of(pending), 0);
    pending_free(pending);
    free(paid.account);
    free(paid.note);
    free(paid.faucet);
}

static void count_event(void *context, int32_t level, const uint8_t *json, uintptr_t length) {
    CHECK(level >= 1 && level <= 5);
    CHECK(length > 2 && json[0] == '{' && json[length - 1] == '}');
    atomic_fetch_add((atomic_uint *)context, 1);
}

static void events_are_logged_until_destroy_returns(void) {
    // Freed before the wallet's folder: whatever is logged after the end of the wallet is a use after free.
    atomic_uint *events = calloc(1, sizeof *events);
    char *folder = folder_new();
    char *configuration = configuration_in(folder);
    uint64_t handle = 0;
    CHECK_EQUAL(create(configuration, strlen(configuration), count_event, events, 5, &handle, NULL, NULL), WC_OK);
    CHECK_EQUAL(code_of(call(handle, WC_OPERATION_SYNC, NULL)), WC_OK);
    // The store is in use: an error is logged or not, but to a context that is valid until this returns.
    atomic_uint *others = calloc(1, sizeof *others);
    uint64_t second = 0;
    CHECK_EQUAL(create(configuration, strlen(configuration), count_event, others, 5, &second, NULL, NULL), WC_STORE);
    CHECK_EQUAL(second, 0);
    free(others);
    CHECK_EQUAL(wc_miden_destroy(handle), WC_OK);
    CHECK(atomic_load(events) > 0);
    free(events);
    free(configuration);
    folder_remove(folder);
}

void test_journey(void) {
    static const struct test tests[] = {
        {"the library says what it is", the_library_says_what_it_is},
        {"a wallet is made, used and ended", a_wallet_is_made_used_and_ended},
        {"operations that were removed are unsupported and move nothing",
         operations_that_were_removed_are_unsupported_and_move_nothing},
        {"events are logged until destroy returns", events_are_logged_until_destroy_returns},
    };
    run_tests(tests, sizeof tests / sizeof *tests);
}
