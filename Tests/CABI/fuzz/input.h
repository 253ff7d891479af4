// The bytes of an input, read from the front. Where they have run out everything is 0 or empty.
#pragma once

#include <stddef.h>
#include <stdint.h>

struct input {
    const uint8_t *next;
    size_t left;
};

static inline uint8_t next_byte(struct input *input) {
    if (input->left == 0) {
        return 0;
    }
    input->left -= 1;
    return *input->next++;
}

static inline uint64_t next_number(struct input *input) {
    uint64_t number = 0;
    for (int i = 0; i < 8; i++) {
        number = number << 8 | next_byte(input);
    }
    return number;
}

// A length of two bytes, little end first, and as many bytes, as far as there are.
static inline struct input next_part(struct input *input) {
    size_t length = next_byte(input);
    length |= (size_t)next_byte(input) << 8;
    length = length < input->left ? length : input->left;
    struct input part = {input->next, length};
    input->next += length;
    input->left -= length;
    return part;
}
