// driver COUNT SEED...: tries the seeds, then COUNT inputs that are made of them, the same in every run. For the
// tests, and for compilers that have no libFuzzer. Prints "ok NAME" or "not ok NAME"; a fault ends the process, with
// the input that showed it left in fault.input.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <miden_swift_client.h>

#include "../support/check.h"
#include "../support/random.h"
#include "feedback.h"
#include "target.h"

enum { LONGEST = 1 << 16 };

struct bytes {
    uint8_t *start;
    size_t length;
};

static struct bytes *seeds;
static size_t seed_count;
static size_t mutations;
static uint64_t state = 1;

static void read_seed(const char *path) {
    FILE *file = fopen(path, "rb");
    uint8_t *start = malloc(LONGEST);
    size_t length = file && start ? fread(start, 1, LONGEST, file) : 0;
    if (length == 0) {
        give_up("a seed cannot be read, or is empty");
    }
    fclose(file);
    seeds[seed_count++] = (struct bytes){start, length};
}

static void try_input(const uint8_t *bytes, size_t length) {
    // Before it is tried: what ends the process asks nobody.
    FILE *file = fopen("fault.input", "wb");
    if (file == NULL || fwrite(bytes, 1, length, file) != length || fclose(file) != 0) {
        give_up("the input cannot be kept");
    }
    LLVMFuzzerTestOneInput(bytes, length);
}

// A part of a seed in the place of a part of the input.
static size_t splice(uint8_t *bytes, size_t length) {
    struct bytes other = seeds[next_random(&state) % seed_count];
    size_t from = next_random(&state) % other.length;
    size_t count = 1 + next_random(&state) % (other.length - from);
    size_t to = next_random(&state) % (length + 1);
    size_t replaced = next_random(&state) % (length - to + 1);
    if (length - replaced + count > LONGEST) {
        return length;
    }
    memmove(bytes + to + count, bytes + to + replaced, length - to - replaced);
    memcpy(bytes + to, other.start + from, count);
    return length - replaced + count;
}

static size_t mutate(uint8_t *bytes, size_t length) {
    static const uint8_t telling[] = {0, 1, 0x7f, 0x80, 0xff, '"', '{', '}', '[', ']', ',', '\\', '0', '-'};
    size_t place = length ? next_random(&state) % length : 0;
    switch (length ? next_random(&state) % 6 : 5) {
        case 0:
            bytes[place] ^= (uint8_t)(1 << next_random(&state) % 8);
            return length;
        case 1:
            bytes[place] = (uint8_t)next_random(&state);
            return length;
        case 2:
            bytes[place] = telling[next_random(&state) % sizeof telling];
            return length;
        case 3:
            // Cut off.
            return place;
        default:
            return splice(bytes, length);
    }
}

static void try_seeds(void) {
    for (size_t i = 0; i < seed_count; i++) {
        try_input(seeds[i].start, seeds[i].length);
    }
}

// Otherwise the mutations of them would not get far either.
static void seeds_carry_out_every_operation(void) {
    for (uint32_t operation = 0; operation <= WC_OPERATION_RESTORE; operation++) {
        // 8 and 9 were removed.
        if (!CHECK(has_succeeded(operation) == (operation != 8 && operation != 9))) {
            printf("#   operation %u\n", operation);
        }
    }
    for (uint32_t computation = 0; computation <= WC_COMPUTATION_QR_CODE; computation++) {
        if (!CHECK(has_succeeded(FIRST_COMPUTATION + computation))) {
            printf("#   computation %u\n", computation);
        }
    }
    CHECK(has_succeeded(WC_OPERATION_TRANSACT));
    CHECK(has_succeeded(WC_OPERATION_PREVIEW));
    CHECK(has_succeeded(WC_OPERATION_PREVIEW_CONSUME_ALL));
    CHECK(has_succeeded(WC_OPERATION_CONSUME_ALL));
    CHECK(has_succeeded(WC_OPERATION_GET_TRANSACTIONS));
    CHECK(has_succeeded(WC_OPERATION_GET_NOTES));
    CHECK(has_succeeded(WC_OPERATION_GET_EVENTS));
    CHECK(has_succeeded(WC_OPERATION_GET_TOKENS));
    CHECK(has_succeeded(WC_OPERATION_ADD_TOKEN));
    CHECK(has_succeeded(WC_OPERATION_SET_TOKEN_HIDDEN));
    CHECK(has_succeeded(WC_OPERATION_GET_PUBLIC_ACCOUNT));
    CHECK(has_succeeded(WC_OPERATION_EXPORT_KEY));
    CHECK(has_succeeded(WC_OPERATION_RENAME_ACCOUNT));
    CHECK(has_succeeded(WC_OPERATION_GET_KEYS));
    CHECK(has_succeeded(WC_OPERATION_GET_NOTE_CONTENTS));
    CHECK(has_succeeded(WC_OPERATION_GET_PROCEDURES));
}

static void try_mutations(void) {
    static uint8_t bytes[LONGEST];
    for (size_t i = 0; i < mutations; i++) {
        struct bytes seed = seeds[next_random(&state) % seed_count];
        size_t length = seed.length;
        memcpy(bytes, seed.start, length);
        for (size_t count = 1 + next_random(&state) % 5; count > 0; count--) {
            length = mutate(bytes, length);
        }
        try_input(bytes, length);
    }
    printf("# %zu inputs, %u different answers\n", seed_count + mutations, different_answers());
}

int main(int count, char **arguments) {
    if (count < 3) {
        give_up("usage: driver COUNT SEED...");
    }
    mutations = strtoul(arguments[1], NULL, 10);
    seeds = calloc((size_t)count, sizeof *seeds);
    for (int i = 2; i < count; i++) {
        read_seed(arguments[i]);
    }
    static const struct test tests[] = {
        {"fuzzing: the seeds", try_seeds},
        {"fuzzing: the seeds carry out every operation", seeds_carry_out_every_operation},
        {"fuzzing: mutations of the seeds", try_mutations},
    };
    run_tests(tests, sizeof tests / sizeof *tests);
    remove("fault.input");
    for (size_t i = 0; i < seed_count; i++) {
        free(seeds[i].start);
    }
    free(seeds);
    return failed_tests() == 0 ? 0 : 1;
}
