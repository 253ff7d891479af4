#define _GNU_SOURCE
#include "names.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static struct {
    const char *name;
    // The field that has the id, and the operation whose reply is meant.
    const char *field;
    uint32_t operation;
    char id[67];
} names[] = {
    {"0x8a7c2f6b1d3e4f501122334455667a", "default_account_id", WC_OPERATION_INFO, ""},
    {"0x1b2c3d4e5f60718293a4b5c6d7e8f0", "account_id", WC_OPERATION_CREATE_WALLET, ""},
    {"0x2c3d4e5f60718293a4b5c6d7e8f091", "faucet_id", WC_OPERATION_MINT, ""},
    {"0x3f1b5a9d7c2e4068a1b3c5d7e9f10213253749586a7b8c9daebfc0d1e2f30415", "note_id", WC_OPERATION_MINT, ""},
    {"0x9c8b7a695847362514039281706f5e4d3c2b1a09f8e7d6c5b4a3928170615243", "transaction_id", WC_OPERATION_TRANSACT, ""},
    {"AoeoDJ9Eq4vqUKuB0uY9FqVZ3pC2b3cm8S4Z0l3n5q7w", "public_key", WC_OPERATION_TEST_SIGN, ""},
};
enum { COUNT = sizeof names / sizeof *names };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void replace_names(uint8_t *payload, size_t length) {
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < COUNT; i++) {
        size_t size = strlen(names[i].name);
        uint8_t *place = payload;
        while (names[i].id[0] != '\0' &&
               (place = memmem(place, length - (size_t)(place - payload), names[i].name, size)) != NULL) {
            memcpy(place, names[i].id, size);
        }
    }
    pthread_mutex_unlock(&lock);
}

void learn_names(uint32_t operation, struct answer answer) {
    if (answer.code != WC_OK) {
        return;
    }
    for (size_t i = 0; i < COUNT; i++) {
        char *id = operation == names[i].operation ? text_in(answer, names[i].field) : NULL;
        if (id != NULL && strlen(id) == strlen(names[i].name)) {
            pthread_mutex_lock(&lock);
            strcpy(names[i].id, id);
            pthread_mutex_unlock(&lock);
        }
        free(id);
    }
}

void forget_names(void) {
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < COUNT; i++) {
        names[i].id[0] = '\0';
    }
    pthread_mutex_unlock(&lock);
}
