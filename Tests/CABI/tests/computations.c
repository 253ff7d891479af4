// wc_compute: no wallet, no handle, and nothing it cannot read.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <miden_swift_client.h>

#include "../support/answer.h"
#include "../support/check.h"
#include "tests.h"

static const uint32_t computations[] = {
    WC_COMPUTATION_VERIFY_MESSAGE,
    WC_COMPUTATION_GENERATE_MNEMONIC,
    WC_COMPUTATION_CHECK_MNEMONIC,
    WC_COMPUTATION_FORMAT_ADDRESS,
    WC_COMPUTATION_PARSE_ADDRESS,
    WC_COMPUTATION_QR_CODE,
    WC_COMPUTATION_COMPILE,
    WC_COMPUTATION_DESCRIBE_PACKAGE,
    WC_COMPUTATION_DESCRIBE_INTERFACE,
    WC_COMPUTATION_PARSE_ADVICE,
    WC_COMPUTATION_VERIFY_PAYLOAD,
    WC_COMPUTATION_READ_PAYLOAD,
    WC_COMPUTATION_ENCODE_VALUE,
    WC_COMPUTATION_DECODE_VALUE,
    WC_COMPUTATION_PARSE_VALUE,
    WC_COMPUTATION_HASH_ELEMENTS,
    WC_COMPUTATION_DERIVE_SECRET_KEYS,
    WC_COMPUTATION_DERIVE_LINK_KEYS,
    WC_COMPUTATION_REQUESTER_KEY,
    WC_COMPUTATION_SIGN_REQUEST,
    WC_COMPUTATION_VERIFY_REQUEST,
    WC_COMPUTATION_SEAL_REQUEST,
    WC_COMPUTATION_OPEN_REQUEST,
    WC_COMPUTATION_SEAL_RECEIPT,
    WC_COMPUTATION_OPEN_RECEIPT,
    WC_COMPUTATION_DESCRIBE_CONTRACT,
};
enum { COUNT = sizeof computations / sizeof *computations };

static void what_is_no_request_is_refused(void) {
    static const char *texts[] = {
        "", "{", "{}", "null", "\xff", "{\"word_count\":13}", "{\"word_count\":-1}", "{\"phrase\":\"one two three\"}",
        "{\"scheme\":\"ecdsa_k256_keccak\",\"public_key\":\"\",\"signature\":\"\",\"message\":\"\"}",
        "{\"scheme\":\"falcon512_poseidon2\",\"public_key\":\"AAAA\",\"signature\":\"AAAA\",\"message\":\"AAAA\"}",
        "{\"scheme\":\"ecdsa_k256_keccak\",\"public_key\":\"=\",\"signature\":\"AAAA\",\"message\":\"AAAA\"}",
        "{\"scheme\":\"none\",\"public_key\":\"AAAA\",\"signature\":\"AAAA\",\"message\":\"AAAA\"}",
    };
    for (size_t i = 0; i < COUNT; i++) {
        for (size_t j = 0; j < sizeof texts / sizeof *texts; j++) {
            CHECK_EQUAL(code_of(compute(computations[i], texts[j])), WC_INVALID_PARAMETER);
        }
    }
    static const uint32_t nothing[] = {COUNT, 1000, UINT32_MAX};
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++) {
        CHECK_EQUAL(code_of(compute(nothing[i], "{}")), WC_INVALID_PARAMETER);
    }
}

static void what_is_no_memory_is_refused(void) {
    static const size_t lengths[] = {0, 1, PTRDIFF_MAX, SIZE_MAX};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        CHECK_EQUAL(code_of(compute_with(WC_COMPUTATION_CHECK_MNEMONIC, NULL, lengths[i])), WC_INVALID_PARAMETER);
    }
    CHECK_EQUAL(code_of(compute_with(WC_COMPUTATION_CHECK_MNEMONIC, "{}", SIZE_MAX)), WC_INVALID_PARAMETER);
}

static void the_reply_need_not_be_wanted(void) {
    static const char *text = "{\"word_count\":12}";
    const uint8_t *request = (const uint8_t *)text;
    uint8_t *reply = (uint8_t *)&reply;
    uintptr_t length = 7;
    CHECK_EQUAL(wc_compute(WC_COMPUTATION_GENERATE_MNEMONIC, request, strlen(text), NULL, NULL), WC_OK);
    CHECK_EQUAL(wc_compute(WC_COMPUTATION_GENERATE_MNEMONIC, request, strlen(text), &reply, NULL), WC_OK);
    CHECK_EQUAL(wc_compute(WC_COMPUTATION_GENERATE_MNEMONIC, request, strlen(text), NULL, &length), WC_OK);
    // Nothing was left that could be taken for a reply.
    CHECK(reply == NULL && length == 0);
}

static void a_mnemonic_is_made_and_read(void) {
    struct answer made = compute(WC_COMPUTATION_GENERATE_MNEMONIC, "{\"word_count\":24}");
    CHECK_EQUAL(made.code, WC_OK);
    char *phrase = text_in(made, "phrase");
    REQUIRE(phrase != NULL);
    char *request = format("{\"phrase\":\"  %s\"}", phrase);
    struct answer read = compute(WC_COMPUTATION_CHECK_MNEMONIC, request);
    CHECK_EQUAL(read.code, WC_OK);
    CHECK(read.length == made.length && memcmp(read.bytes, made.bytes, made.length) == 0);
    free(request);
    free(phrase);
    // Both once, and not twice.
    answer_free(made);
    answer_free(read);
    CHECK_EQUAL(wc_bytes_free(made.bytes, made.length), WC_INVALID_PARAMETER);
}

static void any_bytes_are_verified_without_a_fault(void) {
    // A public key that there is, and bytes that are no signature of it: an answer, and no.
    struct answer answer = compute(WC_COMPUTATION_VERIFY_MESSAGE,
                                   "{\"scheme\":\"ecdsa_k256_keccak\","
                                   "\"public_key\":\"Anm+Zn753LusVaBilc6HCwcCm/zbLc4o2VnygVsW+BeY\","
                                   "\"signature\":\"AAECAwQFBgc=\",\"message\":\"\"}");
    CHECK_EQUAL(answer.code, WC_OK);
    CHECK(contains(answer, "\"is_valid\":false"));
    answer_free(answer);
}

void test_computations(void) {
    static const struct test tests[] = {
        {"computations refuse what is no request", what_is_no_request_is_refused},
        {"computations refuse what is no memory", what_is_no_memory_is_refused},
        {"the reply of a computation need not be wanted", the_reply_need_not_be_wanted},
        {"a mnemonic is made and read", a_mnemonic_is_made_and_read},
        {"any bytes are verified without a fault", any_bytes_are_verified_without_a_fault},
    };
    run_tests(tests, sizeof tests / sizeof *tests);
}
