#define _GNU_SOURCE
#include "steps.h"

#include <stdlib.h>
#include <string.h>

#include "../support/wallet.h"
#include "feedback.h"
#include "names.h"
#include "questions.h"
#include "session.h"

enum { MOST_STEPS = 24, LONG_OPERATIONS_PER_INPUT = 8 };

static unsigned long_operations;

// A handle: the wallet's, one that is no more, one that nearly is one, or any number.
static uint64_t chosen_handle(struct input *input, bool *names_nothing) {
    uint8_t choice = next_byte(input);
    uint64_t open = session_handle();
    uint64_t handle = open;
    switch (choice & 7) {
        case 4:
            handle = session_stale_handle();
            break;
        case 5:
            handle = open ^ UINT64_C(1) << (choice >> 3);
            break;
        case 6:
            handle = next_number(input);
            break;
        case 7:
            handle = (uint64_t)(uintptr_t)input;
            break;
        default:
            break;
    }
    *names_nothing = open == 0 || handle != open;
    return handle;
}

// Mostly one that there is; with the highest bit set any number.
static uint32_t chosen_operation(struct input *input) {
    uint8_t choice = next_byte(input);
    return choice & 0x80 ? (uint32_t)next_number(input) : choice & 0x1f;
}

// 0 is never, the others go from nothing to some seconds.
static uint64_t chosen_timeout(struct input *input) {
    uint64_t choice = next_byte(input);
    return choice == 255 ? UINT64_MAX : choice * choice / 16;
}

// Minting, sending and the like take a while; too many of them, and there are few inputs in a second.
static bool is_affordable(uint32_t operation) {
    switch (operation) {
        case WC_OPERATION_CREATE_WALLET:
        case WC_OPERATION_CONSUME_ALL:
        case WC_OPERATION_PREVIEW:
        case WC_OPERATION_PREVIEW_CONSUME_ALL:
        case WC_OPERATION_IMPORT_ACCOUNT:
        case WC_OPERATION_MINT:
        case WC_OPERATION_SIGN_MESSAGE:
        case WC_OPERATION_RESTORE:
        case WC_OPERATION_CREATE_FAUCET:
        case WC_OPERATION_TRANSACT:
        case WC_OPERATION_TEST_FILL_HISTORY:
        case WC_OPERATION_EXPORT_KEY:
        case WC_OPERATION_IMPORT_KEY:
            return ++long_operations <= LONG_OPERATIONS_PER_INPUT;
        case WC_OPERATION_BACK_UP:
            // It writes a file wherever the input says.
            return false;
        default:
            return true;
    }
}

// A part of the input in memory of exactly its size, with the names in it replaced. To be freed.
static uint8_t *payload_of(struct input part) {
    uint8_t *payload = malloc(part.left ? part.left : 1);
    memcpy(payload, part.left ? part.next : payload, part.left);
    replace_names(payload, part.left);
    return payload;
}

static void expect(int32_t code, bool names_nothing) {
    if (names_nothing && code != WC_INVALID_HANDLE && code != WC_INVALID_PARAMETER) {
        fault("a handle that names nothing was taken");
    }
}

static void call_wallet(uint64_t handle, bool names_nothing, uint32_t operation, const uint8_t *payload, size_t length,
                        uint64_t timeout, bool wrongly) {
    // Nobody else could answer while this waits.
    questions_refuse(true);
    struct answer answer = call_with(handle, operation, payload, length, timeout);
    questions_refuse(false);
    expect(answer.code, names_nothing);
    session_take(operation, answer, wrongly);
}

static void step_submit(struct input *input, bool waits) {
    bool names_nothing;
    uint64_t handle = chosen_handle(input, &names_nothing);
    uint32_t operation = chosen_operation(input);
    uint64_t timeout = chosen_timeout(input);
    uint8_t extra = next_byte(input);
    struct input part = next_part(input);
    if (!is_affordable(operation)) {
        return;
    }
    uint8_t *payload = payload_of(part);
    if (waits) {
        call_wallet(handle, names_nothing, operation, payload, part.left, timeout, extra & 1);
    } else {
        int32_t code = session_submit(handle, operation, payload, part.left, timeout, extra % INSIDE_KINDS);
        expect(code, names_nothing);
    }
    free(payload);
}

// An account file, which nobody could mutate in base64.
static void step_import(struct input *input) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    struct input part = next_part(input);
    if (!is_affordable(WC_OPERATION_IMPORT_ACCOUNT)) {
        return;
    }
    char *payload = malloc(part.left * 4 / 3 + 32);
    char *place = payload + strlen(strcpy(payload, "{\"file\":\""));
    while (part.left > 0) {
        size_t count = part.left < 3 ? part.left : 3;
        uint32_t bits = (uint32_t)next_byte(&part) << 16;
        bits |= (uint32_t)next_byte(&part) << 8;
        bits |= next_byte(&part);
        for (size_t i = 0; i < 4; i++) {
            *place++ = i <= count ? digits[bits >> (18 - 6 * i) & 63] : '=';
        }
    }
    strcpy(place, "\"}");
    call_wallet(session_handle(), false, WC_OPERATION_IMPORT_ACCOUNT, (uint8_t *)payload, strlen(payload), 0, false);
    free(payload);
}

static void step_cancel(struct input *input) {
    bool names_nothing;
    uint64_t handle = chosen_handle(input, &names_nothing);
    uint8_t which = next_byte(input);
    expect(wc_miden_cancel(handle, which == 255 ? next_number(input) : session_request(which)), names_nothing);
}

static void step_statistics(struct input *input) {
    bool names_nothing;
    uint64_t handle = chosen_handle(input, &names_nothing);
    wc_statistics counts;
    expect(wc_miden_stats(handle, next_byte(input) & 1 ? NULL : &counts), names_nothing);
}

static void step_shutdown(struct input *input) {
    bool names_nothing;
    uint64_t handle = chosen_handle(input, &names_nothing);
    wc_shutdown_report report;
    expect(wc_miden_shutdown(handle, next_byte(input), next_byte(input) & 1 ? NULL : &report), names_nothing);
}

static void step_destroy(struct input *input) {
    bool names_nothing;
    uint64_t handle = chosen_handle(input, &names_nothing);
    expect(session_destroy(handle), names_nothing);
}

// Whether a configuration cannot lead out of the temporary folder, nor ask for very many of anything: no path but
// the one that an '@' stands for, no escapes to write one with, no long numbers.
static bool is_harmless(struct input part) {
    unsigned digits = 0;
    for (size_t i = 0; i < part.left; i++) {
        uint8_t byte = part.next[i];
        digits = byte >= '0' && byte <= '9' ? digits + 1 : 0;
        if (digits > 2 || byte == '/' || byte == '\\') {
            return false;
        }
    }
    return memmem(part.next, part.left, "..", 2) == NULL;
}

// Another wallet, under any configuration. It is ended at once: nobody knows what network it would talk to.
static void step_create(struct input *input) {
    struct input part = next_part(input);
    if (part.left == 0 || !is_harmless(part)) {
        return;
    }
    char *folder = folder_new();
    size_t size = strlen(folder), length = 0;
    char *configuration = malloc(part.left * (size + 1));
    for (size_t i = 0; i < part.left; i++) {
        if (part.next[i] == '@') {
            memcpy(configuration + length, folder, size);
            length += size;
            configuration[length++] = '/';
        } else {
            configuration[length++] = (char)part.next[i];
        }
    }
    uint64_t handle = 7;
    struct answer answer = {0};
    answer.code = create(configuration, length, NULL, NULL, 0, &handle, &answer.bytes, &answer.length);
    free(configuration);
    if ((answer.code == WC_OK) == (handle == 7)) {
        fault("a handle was given with an error, or none without one");
    }
    // A number that no operation has.
    session_take(63, answer, true);
    if (answer.code == WC_OK && wc_miden_destroy(handle) != WC_OK) {
        fault("a new wallet cannot be destroyed");
    }
    folder_remove(folder);
}

// Bytes that the library never gave out.
static void step_free(struct input *input) {
    uint8_t own[8];
    uint8_t choice = next_byte(input);
    uint64_t number = next_number(input);
    uint8_t *bytes = choice & 1 ? own : (uint8_t *)(uintptr_t)(number | 1);
    if (wc_bytes_free(bytes, choice & 2 ? (size_t)number : sizeof own) != WC_INVALID_PARAMETER) {
        fault("a free of what was never given was not refused");
    }
}

// Many requests at once, some of which are cancelled.
static void step_burst(struct input *input) {
    uint8_t count = next_byte(input) & 31;
    uint8_t cancelled = next_byte(input);
    for (uint8_t i = 0; i < count; i++) {
        uint32_t operation = i & 1 ? WC_OPERATION_INFO : WC_OPERATION_GET_ACCOUNTS;
        session_submit(session_handle(), operation, NULL, 0, i & 2 ? 1 : 0, INSIDE_NOTHING);
        if (cancelled >> (i & 7) & 1) {
            wc_miden_cancel(session_handle(), session_request(i));
        }
    }
}

// A signer's answer: to any question, and it may be the right one.
static void step_answer(struct input *input) {
    bool names_nothing;
    uint64_t handle = chosen_handle(input, &names_nothing);
    uint8_t which = next_byte(input);
    uint64_t question = which == 255 ? next_number(input) : questions_number(which);
    int32_t answered = (int8_t)next_byte(input);
    struct input part = next_part(input);
    uint8_t *payload = payload_of(part);
    int32_t code = wc_miden_answer(handle, question, answered, payload, part.left);
    free(payload);
    expect(code, names_nothing);
    if (code != WC_OK && code != WC_LOOKUP && code != WC_INVALID_PARAMETER && code != WC_INVALID_HANDLE) {
        fault("an answer was told another code than it may be");
    }
}

// What needs no wallet: mostly one that there is.
static void step_compute(struct input *input) {
    uint8_t choice = next_byte(input);
    uint32_t computation = choice & 0x80 ? (uint32_t)next_number(input) : choice & 0x7;
    struct input part = next_part(input);
    uint8_t *payload = payload_of(part);
    struct answer answer = compute_with(computation, payload, part.left);
    free(payload);
    if (answer.code != WC_OK && answer.code != WC_INVALID_PARAMETER) {
        fault("a computation failed for another reason than its request");
    }
    session_take(FIRST_COMPUTATION + computation % COMPUTATIONS, answer, false);
}

void take_steps(struct input *input) {
    long_operations = 0;
    for (unsigned steps = 0; input->left > 0 && steps < MOST_STEPS; steps++) {
        switch ((enum step)(next_byte(input) % STEP_KINDS)) {
            case STEP_SUBMIT:
                step_submit(input, false);
                break;
            case STEP_CALL:
                step_submit(input, true);
                break;
            case STEP_CANCEL:
                step_cancel(input);
                break;
            case STEP_STATISTICS:
                step_statistics(input);
                break;
            case STEP_SHUTDOWN:
                step_shutdown(input);
                break;
            case STEP_DESTROY:
                step_destroy(input);
                break;
            case STEP_CREATE:
                step_create(input);
                break;
            case STEP_FREE:
                step_free(input);
                break;
            case STEP_IMPORT:
                step_import(input);
                break;
            case STEP_BURST:
                step_burst(input);
                break;
            case STEP_SIGNER:
                if (is_affordable(WC_OPERATION_IMPORT_ACCOUNT)) {
                    session_with_signer();
                }
                break;
            case STEP_ANSWER:
                step_answer(input);
                break;
            case STEP_COMPUTE:
                step_compute(input);
                break;
            case STEP_KINDS:
                break;
        }
    }
}
