// Answers: of calls, and of requests that answer by callback.
#pragma once

#include <miden_swift_client.h>
#include <stdbool.h>
#include <stddef.h>

// A code and the bytes with it, which are ours until they are freed.
struct answer {
    int32_t code;
    uint8_t *bytes;
    size_t length;
};

// A blocking call that has a minute. The payload is a text, or null for none.
struct answer call(uint64_t handle, uint32_t operation, const char *payload);
struct answer call_with(uint64_t handle, uint32_t operation, const void *payload, size_t length, uint64_t timeout);
void answer_free(struct answer answer);

// A computation, which needs no wallet. The request is a text, or null for none.
struct answer compute(uint32_t computation, const char *request);
struct answer compute_with(uint32_t computation, const void *request, size_t length);

// The same, where only the code is wanted. What is wrong with an error message is reported as a failed check.
int32_t code_of(struct answer answer);

// Whether an answer is what the header promises: no bytes or a JSON object with a success, an error message with
// the same code without one.
bool is_well_formed(struct answer answer);

// The text of the first field of this name in an answer, to be freed; null if there is none. Answers come from
// the library and are no enemies: this is no parser.
char *text_in(struct answer answer, const char *field);
bool contains(struct answer answer, const char *part);

// printf into new memory, to be freed.
char *format(const char *format, ...) __attribute__((format(printf, 1, 2)));
