// Wallets on the embedded chain, with stand-ins for proofs.
#pragma once

#include <miden_swift_client.h>
#include <stddef.h>

// A temporary folder for a wallet and its chain. `folder_remove` removes it with all that is in it,
// and frees the text.
char *folder_new(void);
void folder_remove(char *folder);

// The configuration of a wallet in a folder, as JSON: with its keys in a file's protection, or with a signer. To be
// freed.
char *configuration_in(const char *folder);
char *configuration_of_signer(const char *folder);

// Calls wc_miden_create: null for what is not wanted.
int32_t create(const void *configuration, size_t length, wc_log_callback log, void *log_context, int32_t log_level,
               uint64_t *handle, uint8_t **error, size_t *error_length);
// The same with somebody to ask.
int32_t create_with_signer(const void *configuration, size_t length, wc_ask_callback ask, void *ask_context,
                           uint64_t *handle);

// Opens a wallet in a folder. Ends the process where that does not work.
uint64_t open_wallet(const char *folder);

// A wallet of its own for one test.
struct opened {
    char *folder;
    uint64_t handle;
};

struct opened wallet_new(void);
// Destroys it, if it still is, and removes its folder.
void wallet_end(struct opened wallet);
