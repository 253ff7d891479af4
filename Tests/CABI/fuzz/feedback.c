#define _GNU_SOURCE
#include "feedback.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { COUNTERS = 1 << 15, OPERATIONS = 64 };

// libFuzzer takes these for counters of edges, where it knows the section.
#if defined(__linux__)
__attribute__((section("__libfuzzer_extra_counters")))
#endif
static uint8_t counters[COUNTERS];
static atomic_bool seen[COUNTERS];
static atomic_uint different;
static atomic_bool succeeded[OPERATIONS];

static uint32_t mix(uint32_t hash, uint32_t value) { return (hash ^ value) * 16777619u; }

// The kind of an error and how its sentence begins, up to where it may quote the input. Of JSON that cannot be read
// also how far it could be.
static uint32_t mix_error(uint32_t hash, struct answer answer) {
    const char *end = (const char *)answer.bytes + answer.length;
    const char *message = memmem(answer.bytes, answer.length, "\"message\":\"", 11);
    for (const char *text = (const char *)answer.bytes; message != NULL && text < message; text++) {
        hash = mix(hash, (uint8_t)*text);
    }
    for (const char *text = message ? message + 11 : end; text < end; text++) {
        if (*text == '"' || *text == '`' || *text == '\\' || (uint8_t)*text >= 0x80 || (*text >= '0' && *text <= '9')) {
            break;
        }
        hash = mix(hash, (uint8_t)*text);
    }
    const char *column = memmem(answer.bytes, answer.length, " column ", 8);
    if (column != NULL) {
        hash = mix(hash, (uint32_t)strtoul(column + 8, NULL, 10) & 0x1ff);
    }
    return hash;
}

void note_answer(uint32_t operation, struct answer answer) {
    uint32_t hash = mix(mix(2166136261u, operation), (uint32_t)answer.code);
    if (answer.code != WC_OK && answer.bytes != NULL) {
        hash = mix_error(hash, answer);
    }
    uint32_t index = (hash ^ hash >> 15) % COUNTERS;
    counters[index] = 1;
    if (!atomic_exchange(&seen[index], true)) {
        atomic_fetch_add(&different, 1);
    }
    if (answer.code == WC_OK && operation < OPERATIONS) {
        atomic_store(&succeeded[operation], true);
    }
}

unsigned different_answers(void) { return atomic_load(&different); }

bool has_succeeded(uint32_t operation) { return operation < OPERATIONS && atomic_load(&succeeded[operation]); }
