// wc_verify_message: no wallet, no handle, and nothing it cannot read.
#include <stdint.h>
#include <string.h>

#include <miden_swift_client.h>

#include "../support/check.h"
#include "tests.h"

static void what_is_no_request_is_refused(void) {
    int32_t valid = 7;
    static const char *texts[] = {
        "", "{", "{}", "null", "\xff",
        "{\"scheme\":\"ecdsa_k256_keccak\",\"public_key\":\"\",\"signature\":\"\",\"message\":\"\"}",
        "{\"scheme\":\"falcon512_poseidon2\",\"public_key\":\"AAAA\",\"signature\":\"AAAA\",\"message\":\"AAAA\"}",
        "{\"scheme\":\"ecdsa_k256_keccak\",\"public_key\":\"=\",\"signature\":\"AAAA\",\"message\":\"AAAA\"}",
        "{\"scheme\":\"none\",\"public_key\":\"AAAA\",\"signature\":\"AAAA\",\"message\":\"AAAA\"}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        CHECK_EQUAL(wc_verify_message((const uint8_t *)texts[i], strlen(texts[i]), &valid), WC_INVALID_PARAMETER);
    }
    static const size_t lengths[] = {0, 1, PTRDIFF_MAX, SIZE_MAX};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        CHECK_EQUAL(wc_verify_message(NULL, lengths[i], &valid), WC_INVALID_PARAMETER);
    }
    CHECK_EQUAL(wc_verify_message((const uint8_t *)"{}", SIZE_MAX, &valid), WC_INVALID_PARAMETER);
    CHECK_EQUAL(wc_verify_message((const uint8_t *)"{}", 2, NULL), WC_INVALID_PARAMETER);
    CHECK_EQUAL(valid, 7);
}

static void any_bytes_are_verified_without_a_fault(void) {
    // A public key that there is, and bytes that are no signature of it: an answer, and no.
    static const char *text = "{\"scheme\":\"ecdsa_k256_keccak\","
                              "\"public_key\":\"Anm+Zn753LusVaBilc6HCwcCm/zbLc4o2VnygVsW+BeY\","
                              "\"signature\":\"AAECAwQFBgc=\",\"message\":\"\"}";
    int32_t valid = 7;
    CHECK_EQUAL(wc_verify_message((const uint8_t *)text, strlen(text), &valid), WC_OK);
    CHECK_EQUAL(valid, 0);
}

void test_verification(void) {
    static const struct test tests[] = {
        {"verification refuses what is no request", what_is_no_request_is_refused},
        {"any bytes are verified without a fault", any_bytes_are_verified_without_a_fault},
    };
    run_tests(tests, sizeof tests / sizeof *tests);
}
