// Payloads that no operation can read. Each is refused with an error message, and the wallet goes on.
#include <stdlib.h>
#include <string.h>

#include "../support/answer.h"
#include "../support/check.h"
#include "../support/wallet.h"
#include "tests.h"

static const uint32_t with_payload[] = {
    WC_OPERATION_GET_NOTE_CONTENTS, WC_OPERATION_GET_PROCEDURES, WC_OPERATION_ADD_ADDRESS,
    WC_OPERATION_REMOVE_ADDRESS, WC_OPERATION_CHECK_INVITATION, WC_OPERATION_GET_ACCOUNT_DETAILS,
    WC_OPERATION_CREATE_WALLET, WC_OPERATION_GET_BALANCE,     WC_OPERATION_GET_INPUT_NOTES,
    WC_OPERATION_MINT,          WC_OPERATION_GET_TRANSACTION, WC_OPERATION_SET_DEFAULT_ACCOUNT,
    WC_OPERATION_PREVIEW,       WC_OPERATION_CONSUME_ALL,     WC_OPERATION_CREATE_FAUCET,
    WC_OPERATION_TRANSACT,      WC_OPERATION_GET_FAUCET,      WC_OPERATION_REGISTER_ACCOUNT,
    WC_OPERATION_IMPORT_ACCOUNT, WC_OPERATION_PREVIEW_CONSUME_ALL,
};
static const uint32_t without_payload[] = {
    WC_OPERATION_PING,         WC_OPERATION_INFO, WC_OPERATION_SYNC, WC_OPERATION_TEST_CONNECTION,
    WC_OPERATION_GET_ACCOUNTS, WC_OPERATION_GET_SWAPS,
};

// Each operation that takes a payload refuses this one.
static void check_refused(uint64_t handle, const void *payload, size_t length) {
    for (size_t i = 0; i < sizeof with_payload / sizeof *with_payload; i++) {
        CHECK_EQUAL(code_of(call_with(handle, with_payload[i], payload, length, 60000)), WC_INVALID_PARAMETER);
    }
}

static void operations_without_a_payload_take_none(void) {
    struct opened wallet = wallet_new();
    static const char *payloads[] = {"{}", " ", "\0", "null"};
    for (size_t i = 0; i < sizeof without_payload / sizeof *without_payload; i++) {
        for (size_t j = 0; j < sizeof payloads / sizeof *payloads; j++) {
            size_t length = payloads[j][0] == '\0' ? 1 : strlen(payloads[j]);
            CHECK_EQUAL(code_of(call_with(wallet.handle, without_payload[i], payloads[j], length, 60000)),
                        WC_INVALID_PARAMETER);
        }
        // No bytes are no bytes, wherever they are not.
        CHECK_EQUAL(code_of(call_with(wallet.handle, without_payload[i], "", 0, 60000)), WC_OK);
    }
    wallet_end(wallet);
}

static void what_is_no_request_is_refused(void) {
    struct opened wallet = wallet_new();
    static const char *payloads[] = {
        "", " ", "{", "}", "[5]", "null", "0", "\"\"", "{\"unknown\":1}", "{\"account_id\":5}",
        "{\"account_id\":\"0x1\"}", "{\"account_id\":\"\",\"account_id\":\"\"}", "{\"account_id\":\"\\u0000\"}",
        "{\"account_id\":\"\\ud800\"}", "{\"account_id\":\"0x8a7c2f6b1d3e4f50112233445566\xc3\xa4\"}",
        "{\"transaction_id\":\"0x\xf0\x9f\x92\xb0\"}", "{\"file\":\"AAEC\"}", "{\"file\":\"=\"}", "{\"file\":\"\"}",
        "{\"seed\":\"AA==\",\"scheme\":\"ecdsa_k256_keccak\",\"visibility\":\"public\"}", "{}trailing",
        "{\"account_id\":\"\"}{\"account_id\":\"\"}", "{\"amount\":18446744073709551616}", "{\"amount\":-1}",
        "{\"amount\":1e400}", "\xef\xbb\xbf{}",
    };
    for (size_t i = 0; i < sizeof payloads / sizeof *payloads; i++) {
        check_refused(wallet.handle, payloads[i], strlen(payloads[i]));
    }
    // An empty object is a request for the notes of all accounts, and of nothing else.
    CHECK_EQUAL(code_of(call(wallet.handle, WC_OPERATION_GET_INPUT_NOTES, "{}")), WC_OK);
    CHECK_EQUAL(code_of(call(wallet.handle, WC_OPERATION_GET_BALANCE, "{}")), WC_INVALID_PARAMETER);
    wallet_end(wallet);
}

static void bytes_that_are_no_utf_8_are_refused(void) {
    struct opened wallet = wallet_new();
    static const char *payloads[] = {
        "\xff", "\xc0\x80", "{\"account_id\":\"\xff\"}", "{\"account_id\":\"\xed\xa0\x80\"}",
        "{\"account_id\":\"\xf4\x90\x80\x80\"}", "{\"\xfe\":0}", "{\"account_id\":\"\xe2\x82\"}",
    };
    for (size_t i = 0; i < sizeof payloads / sizeof *payloads; i++) {
        check_refused(wallet.handle, payloads[i], strlen(payloads[i]));
    }
    uint8_t all[256];
    for (size_t i = 0; i < sizeof all; i++) {
        all[i] = (uint8_t)i;
    }
    for (size_t i = 0; i < sizeof all; i++) {
        check_refused(wallet.handle, all + i, 1);
    }
    check_refused(wallet.handle, all, sizeof all);
    wallet_end(wallet);
}

// `opening` so many times, then `closing` as many.
static char *nested(const char *start, const char *opening, size_t depth, const char *closing, const char *end) {
    size_t length = strlen(start) + depth * (strlen(opening) + strlen(closing)) + strlen(end);
    char *text = malloc(length + 1);
    char *place = stpcpy(text, start);
    for (size_t i = 0; i < depth; i++) {
        place = stpcpy(place, opening);
    }
    for (size_t i = 0; i < depth; i++) {
        place = stpcpy(place, closing);
    }
    stpcpy(place, end);
    return text;
}

static void deep_json_overflows_no_stack(void) {
    struct opened wallet = wallet_new();
    static const char *shapes[][4] = {
        {"", "[", "]", ""},
        {"", "{\"account_id\":", "}", ""},
        {"{\"draft\":{\"consume\":", "[", "]", "}}"},
        {"{\"account_id\":\"\",\"draft\":{\"send\":", "[", "]", "}}"},
        {"{\"network\":", "{\"network\":", "}", "}"},
        {"{\"network\":{\"kind\":\"custom\",\"rpc_endpoint\":", "[", "]", "}}"},
        // Read into memory first, because its kind may come last.
        {"{\"network\":{\"rpc_endpoint\":", "[", "]", ",\"kind\":\"custom\"}}"},
    };
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        char *text = nested(shapes[i][0], shapes[i][1], 1000000, shapes[i][2], shapes[i][3]);
        size_t length = strlen(text);
        check_refused(wallet.handle, text, length);
        // And without its end.
        check_refused(wallet.handle, text, length / 2);
        uint64_t handle = 0;
        CHECK_EQUAL(create(text, length, NULL, NULL, 0, &handle, NULL, NULL), WC_INVALID_PARAMETER);
        free(text);
    }
    wallet_end(wallet);
}

static void huge_json_is_refused_like_any_other(void) {
    struct opened wallet = wallet_new();
    size_t length = 8u << 20;
    char *text = malloc(length);
    memset(text, ' ', length);
    check_refused(wallet.handle, text, length);
    static const char *fields[] = {"{\"account_id\":\"", "{\"token\":\"", "{\"file\":\"", "{\"seed\":\""};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        memset(text, 'A', length);
        memcpy(text, fields[i], strlen(fields[i]));
        check_refused(wallet.handle, text, length);
        memcpy(text + length - 2, "\"}", 2);
        check_refused(wallet.handle, text, length);
    }
    CHECK_EQUAL(code_of(call(wallet.handle, WC_OPERATION_PING, NULL)), WC_OK);
    free(text);
    wallet_end(wallet);
}

static void a_payload_is_not_read_beyond_its_end(void) {
    struct opened wallet = wallet_new();
    const char *text = "{\"account_id\":\"0x8a7c2f6b1d3e4f501122334455667a\"}";
    for (size_t length = 0; length <= strlen(text); length++) {
        // Of exactly this size, so that one byte more is a heap overflow, and gone when the call has returned.
        char *payload = malloc(length ? length : 1);
        memcpy(payload, text, length);
        uint8_t *reply = NULL;
        size_t reply_length = 0;
        int32_t code = wc_miden_call(wallet.handle, WC_OPERATION_GET_BALANCE, (uint8_t *)payload, length, 0, &reply,
                                     &reply_length);
        memset(payload, 'x', length);
        free(payload);
        CHECK(code == WC_INVALID_PARAMETER || (length == strlen(text) && code == WC_LOOKUP));
        answer_free((struct answer){code, reply, reply_length});
    }
    wallet_end(wallet);
}

void test_payloads(void) {
    static const struct test tests[] = {
        {"operations without a payload take none", operations_without_a_payload_take_none},
        {"what is no request is refused", what_is_no_request_is_refused},
        {"bytes that are no UTF-8 are refused", bytes_that_are_no_utf_8_are_refused},
        {"deep JSON overflows no stack", deep_json_overflows_no_stack},
        {"huge JSON is refused like any other", huge_json_is_refused_like_any_other},
        {"a payload is not read beyond its end", a_payload_is_not_read_beyond_its_end},
    };
    run_tests(tests, sizeof tests / sizeof *tests);
}
