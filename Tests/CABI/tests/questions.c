// What a wallet asks its signer, and what it makes of answers, right, wrong, late and of strangers.
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "../support/answer.h"
#include "../support/asked.h"
#include "../support/check.h"
#include "../support/pending.h"
#include "../support/random.h"
#include "../support/threads.h"
#include "../support/wallet.h"
#include "tests.h"

#define SEED "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="
#define FAILURE "{\"message\":\"The device was not confirmed.\"}"

// A wallet with a signer, and an account whose key that has.
struct signed_wallet {
    struct opened opened;
    struct asked *asked;
    char *request;
};

// What the signer makes of 32 bytes in base64.
static struct answer signature_of(uint64_t handle, const char *message) {
    char *request = format("{\"seed\":\"" SEED "\",\"scheme\":\"ecdsa_k256_keccak\",\"message\":\"%s\"}", message);
    struct answer answer = call(handle, WC_OPERATION_TEST_SIGN, request);
    CHECK_EQUAL(answer.code, WC_OK);
    free(request);
    return answer;
}

static struct signed_wallet signed_wallet_new(void) {
    struct signed_wallet wallet = {.opened = {.folder = folder_new()}, .asked = asked_new()};
    char *configuration = configuration_of_signer(wallet.opened.folder);
    uint64_t *handle = &wallet.opened.handle;
    CHECK_EQUAL(create_with_signer(configuration, strlen(configuration), on_ask, wallet.asked, handle), WC_OK);
    free(configuration);
    wallet.asked->handle = *handle;
    struct answer signature = signature_of(*handle, SEED);
    char *key = text_in(signature, "public_key");
    answer_free(signature);
    char *request = format("{\"public_key\":\"%s\",\"scheme\":\"ecdsa_k256_keccak\",\"visibility\":\"public\"}", key);
    struct answer made = call(*handle, WC_OPERATION_CREATE_WALLET, request);
    char *account = text_in(made, "account_id");
    if (made.code != WC_OK || account == NULL) {
        give_up("no account for a signer's key");
    }
    wallet.request = format("{\"account_id\":\"%s\",\"message\":\"SSBhbSBBbGljZQ==\"}", account);
    answer_free(made);
    free(request);
    free(account);
    free(key);
    return wallet;
}

static void signed_wallet_end(struct signed_wallet wallet) {
    wallet_end(wallet.opened);
    asked_free(wallet.asked);
    free(wallet.request);
}

static void a_signers_answer_signs(void) {
    struct signed_wallet wallet = signed_wallet_new();
    uint64_t handle = wallet.opened.handle;
    struct pending *pending = pending_new();
    CHECK_EQUAL(submit(handle, WC_OPERATION_SIGN_MESSAGE, wallet.request, 0, pending), WC_OK);
    uint64_t question = wait_for_question(wallet.asked, 1);
    char *message = text_in(wallet.asked->text, "message");
    REQUIRE(message != NULL);
    struct answer made = signature_of(handle, message);
    char *signature = text_in(made, "signature");
    char *text = format("{\"signature\":\"%s\"}", signature);
    CHECK_EQUAL(answer_with(handle, question, WC_OK, text), WC_OK);
    // Once is enough.
    CHECK_EQUAL(answer_with(handle, question, WC_OK, text), WC_LOOKUP);
    CHECK_EQUAL(answer_with(handle, question, WC_CANCELLED, FAILURE), WC_LOOKUP);
    struct answer reply = wait_for(pending);
    CHECK_EQUAL(reply.code, WC_OK);
    CHECK(contains(reply, "\"signature\""));

    // And what was signed can be verified, of this message alone.
    char *key = text_in(reply, "public_key");
    char *signed_text = text_in(reply, "signature");
    for (int right = 0; right <= 1; right++) {
        char *request = format("{\"scheme\":\"ecdsa_k256_keccak\",\"public_key\":\"%s\",\"signature\":\"%s\","
                               "\"message\":\"%s\"}",
                               key, signed_text, right ? "SSBhbSBBbGljZQ==" : "SSBhbSBCb2I=");
        struct answer verified = compute(WC_COMPUTATION_VERIFY_MESSAGE, request);
        CHECK_EQUAL(verified.code, WC_OK);
        CHECK(contains(verified, right ? "\"is_valid\":true" : "\"is_valid\":false"));
        answer_free(verified);
        free(request);
    }
    free(key);
    free(signed_text);
    answer_free(reply);
    answer_free(made);
    free(text);
    free(signature);
    free(message);
    pending_free(pending);
    CHECK_EQUAL(withdrawn_of(wallet.asked), 0);
    signed_wallet_end(wallet);
}

static void answers_that_cannot_be_read_leave_a_question_open(void) {
    struct signed_wallet wallet = signed_wallet_new();
    uint64_t handle = wallet.opened.handle;
    struct pending *pending = pending_new();
    CHECK_EQUAL(submit(handle, WC_OPERATION_SIGN_MESSAGE, wallet.request, 0, pending), WC_OK);
    uint64_t question = wait_for_question(wallet.asked, 1);
    static const char *texts[] = {"", "{", "{}", "null", "[]", "{\"signature\":5}", "{\"signature\":\"=\"}",
                                  "{\"signature\":\"\xff\"}", "{\"message\":{}}", "{\"unknown\":\"\"}"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        CHECK_EQUAL(answer_with(handle, question, WC_OK, texts[i]), WC_INVALID_PARAMETER);
        CHECK_EQUAL(answer_with(handle, question, WC_CANCELLED, texts[i]), WC_INVALID_PARAMETER);
    }
    CHECK_EQUAL(answer_with(handle, question, WC_OK, FAILURE), WC_INVALID_PARAMETER);
    CHECK_EQUAL(answer_with(handle, question, WC_CANCELLED, "{\"signature\":\"AAAA\"}"), WC_INVALID_PARAMETER);
    static const size_t lengths[] = {0, 1, PTRDIFF_MAX, SIZE_MAX};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        CHECK_EQUAL(wc_miden_answer(handle, question, WC_OK, NULL, lengths[i]), WC_INVALID_PARAMETER);
    }
    // There are no such questions, or no such wallet.
    uint64_t random = 1;
    for (size_t i = 0; i < 1000; i++) {
        uint64_t number = next_random(&random);
        CHECK_EQUAL(answer_with(handle, number == question ? 0 : number, WC_CANCELLED, FAILURE), WC_LOOKUP);
        CHECK_EQUAL(answer_with(number == handle ? 0 : number, question, WC_CANCELLED, FAILURE), WC_INVALID_HANDLE);
    }
    CHECK_EQUAL(calls_of(pending), 0);
    CHECK_EQUAL(answer_with(handle, question, INT32_MIN, FAILURE), WC_OK);
    struct answer refusal = wait_for(pending);
    CHECK_EQUAL(refusal.code, WC_ACCOUNT_OPERATION);
    CHECK(contains(refusal, "\"kind\":\"signer_failed\"") && contains(refusal, "not confirmed"));
    answer_free(refusal);
    pending_free(pending);
    signed_wallet_end(wallet);
}

static void a_wrong_signature_is_refused(void) {
    struct signed_wallet wallet = signed_wallet_new();
    static const char *signatures[] = {"", "AAAA", SEED, SEED};
    for (unsigned i = 0; i < sizeof signatures / sizeof *signatures; i++) {
        struct pending *pending = pending_new();
        CHECK_EQUAL(submit(wallet.opened.handle, WC_OPERATION_SIGN_MESSAGE, wallet.request, 0, pending), WC_OK);
        char *text = format("{\"signature\":\"%s\"}", signatures[i]);
        CHECK_EQUAL(answer_with(wallet.opened.handle, wait_for_question(wallet.asked, i + 1), WC_OK, text), WC_OK);
        free(text);
        CHECK_EQUAL(code_of(wait_for(pending)), WC_ACCOUNT_OPERATION);
        pending_free(pending);
    }
    signed_wallet_end(wallet);
}

static void a_question_of_a_cancelled_request_is_withdrawn(void) {
    struct signed_wallet wallet = signed_wallet_new();
    struct pending *pending = pending_new();
    CHECK_EQUAL(submit(wallet.opened.handle, WC_OPERATION_SIGN_MESSAGE, wallet.request, 0, pending), WC_OK);
    uint64_t question = wait_for_question(wallet.asked, 1);
    CHECK_EQUAL(wc_miden_cancel(wallet.opened.handle, pending->request), WC_OK);
    CHECK_EQUAL(code_of(wait_for(pending)), WC_CANCELLED);
    wait_for_withdrawals(wallet.asked, 1);
    CHECK_EQUAL(answer_with(wallet.opened.handle, question, WC_CANCELLED, FAILURE), WC_LOOKUP);
    pending_free(pending);

    // The same where its time is over.
    pending = pending_new();
    CHECK_EQUAL(submit(wallet.opened.handle, WC_OPERATION_SIGN_MESSAGE, wallet.request, 50, pending), WC_OK);
    CHECK_EQUAL(code_of(wait_for(pending)), WC_TIMED_OUT);
    pending_free(pending);
    signed_wallet_end(wallet);
}

static void destroy_ends_a_request_that_waits_for_an_answer(void) {
    struct signed_wallet wallet = signed_wallet_new();
    struct pending *pending = pending_new();
    CHECK_EQUAL(submit(wallet.opened.handle, WC_OPERATION_SIGN_MESSAGE, wallet.request, 0, pending), WC_OK);
    uint64_t question = wait_for_question(wallet.asked, 1);
    CHECK_EQUAL(wc_miden_destroy(wallet.opened.handle), WC_OK);
    CHECK_EQUAL(calls_of(pending), 1);
    CHECK_EQUAL(code_of(wait_for(pending)), WC_INVALID_HANDLE);
    CHECK_EQUAL(answer_with(wallet.opened.handle, question, WC_CANCELLED, FAILURE), WC_INVALID_HANDLE);
    pending_free(pending);
    // Nothing is asked or withdrawn any more: that would be a use after free.
    signed_wallet_end(wallet);
}

static void fail_inside(struct asked *asked, uint64_t question) {
    asked->codes[0] = code_of(call(asked->handle, WC_OPERATION_PING, NULL));
    asked->codes[1] = answer_with(asked->handle, question, WC_CANCELLED, FAILURE);
}

static void a_question_can_be_answered_where_it_is_asked(void) {
    struct signed_wallet wallet = signed_wallet_new();
    wallet.asked->inside = fail_inside;
    CHECK_EQUAL(code_of(call(wallet.opened.handle, WC_OPERATION_SIGN_MESSAGE, wallet.request)), WC_ACCOUNT_OPERATION);
    CHECK_EQUAL(wallet.asked->codes[0], WC_WOULD_DEADLOCK);
    CHECK_EQUAL(wallet.asked->codes[1], WC_OK);
    signed_wallet_end(wallet);
}

struct contest {
    uint64_t handle, question;
    atomic_uint taken;
};

static void *answer_contested(void *context) {
    struct contest *contest = context;
    int32_t code = answer_with(contest->handle, contest->question, WC_CANCELLED, FAILURE);
    CHECK(code == WC_OK || code == WC_LOOKUP);
    atomic_fetch_add(&contest->taken, code == WC_OK ? 1 : 0);
    return NULL;
}

static void of_many_answers_one_is_taken(void) {
    struct signed_wallet wallet = signed_wallet_new();
    for (unsigned round = 1; round <= 20; round++) {
        struct pending *pending = pending_new();
        CHECK_EQUAL(submit(wallet.opened.handle, WC_OPERATION_SIGN_MESSAGE, wallet.request, 0, pending), WC_OK);
        struct contest contest = {.handle = wallet.opened.handle, .question = wait_for_question(wallet.asked, round)};
        at_once(6, answer_contested, &contest);
        CHECK_EQUAL(atomic_load(&contest.taken), 1);
        CHECK_EQUAL(code_of(wait_for(pending)), WC_ACCOUNT_OPERATION);
        pending_free(pending);
    }
    signed_wallet_end(wallet);
}

static void a_wallet_with_nobody_to_ask_asks_nothing(void) {
    char *folder = folder_new();
    char *configuration = configuration_of_signer(folder);
    uint64_t handle = 0;
    CHECK_EQUAL(create_with_signer(configuration, strlen(configuration), NULL, NULL, &handle), WC_INVALID_PARAMETER);
    CHECK_EQUAL(handle, 0);
    free(configuration);
    folder_remove(folder);
    struct opened wallet = wallet_new();
    for (uint64_t question = 0; question < 10; question++) {
        CHECK_EQUAL(answer_with(wallet.handle, question, WC_CANCELLED, FAILURE), WC_LOOKUP);
    }
    wallet_end(wallet);
}

void test_questions(void) {
    static const struct test tests[] = {
        {"a signer's answer signs", a_signers_answer_signs},
        {"answers that cannot be read leave a question open", answers_that_cannot_be_read_leave_a_question_open},
        {"a wrong signature is refused", a_wrong_signature_is_refused},
        {"a question of a cancelled request is withdrawn", a_question_of_a_cancelled_request_is_withdrawn},
        {"destroy ends a request that waits for an answer", destroy_ends_a_request_that_waits_for_an_answer},
        {"a question can be answered where it is asked", a_question_can_be_answered_where_it_is_asked},
        {"of many answers one is taken", of_many_answers_one_is_taken},
        {"a wallet with nobody to ask asks nothing", a_wallet_with_nobody_to_ask_asks_nothing},
    };
    run_tests(tests, sizeof tests / sizeof *tests);
}
