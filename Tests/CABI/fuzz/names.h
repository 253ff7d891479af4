// What payloads call things whose real ids nobody can know beforehand. The names are the ids in the golden messages,
// so that those can be seeds as they are; each is replaced by the id of what was made last.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "../support/answer.h"

// Replaces the names in a payload. Each is as long as what it stands for.
void replace_names(uint8_t *payload, size_t length);

// Learns the ids in the reply of an operation. May be called from any thread.
void learn_names(uint32_t operation, struct answer answer);

// Everything that was learnt is about a wallet that is gone.
void forget_names(void);
