#define _GNU_SOURCE
#include "answer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

struct answer call(uint64_t handle, uint32_t operation, const char *payload) {
    return call_with(handle, operation, payload, payload ? strlen(payload) : 0, 60000);
}

struct answer call_with(uint64_t handle, uint32_t operation, const void *payload, size_t length, uint64_t timeout) {
    struct answer answer = {0};
    answer.code = wc_miden_call(handle, operation, payload, length, timeout, &answer.bytes, &answer.length);
    return answer;
}

struct answer compute(uint32_t computation, const char *request) {
    return compute_with(computation, request, request ? strlen(request) : 0);
}

struct answer compute_with(uint32_t computation, const void *request, size_t length) {
    struct answer answer = {0};
    answer.code = wc_compute(computation, request, length, &answer.bytes, &answer.length);
    return answer;
}

void answer_free(struct answer answer) { CHECK_EQUAL(wc_bytes_free(answer.bytes, answer.length), WC_OK); }

int32_t code_of(struct answer answer) {
    CHECK(is_well_formed(answer));
    answer_free(answer);
    return answer.code;
}

bool is_well_formed(struct answer answer) {
    if ((answer.bytes == NULL) != (answer.length == 0)) {
        return false;
    }
    if (answer.code == WC_OK) {
        return answer.bytes == NULL || (answer.bytes[0] == '{' && answer.bytes[answer.length - 1] == '}');
    }
    char start[32];
    int length = snprintf(start, sizeof start, "{\"code\":%d,\"kind\":\"", answer.code);
    return answer.length > (size_t)length && memcmp(answer.bytes, start, (size_t)length) == 0 &&
           answer.bytes[answer.length - 1] == '}';
}

char *text_in(struct answer answer, const char *field) {
    char *name = format("\"%s\":\"", field);
    const uint8_t *start = answer.bytes ? memmem(answer.bytes, answer.length, name, strlen(name)) : NULL;
    char *text = NULL;
    if (start != NULL) {
        start += strlen(name);
        const uint8_t *end = memchr(start, '"', (size_t)(answer.bytes + answer.length - start));
        text = end ? strndup((const char *)start, (size_t)(end - start)) : NULL;
    }
    free(name);
    return text;
}

bool contains(struct answer answer, const char *part) {
    return answer.bytes != NULL && memmem(answer.bytes, answer.length, part, strlen(part)) != NULL;
}

char *format(const char *format, ...) {
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0) {
        give_up("no memory for a text");
    }
    return text;
}
