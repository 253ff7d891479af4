#define _GNU_SOURCE
#include "wallet.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "answer.h"
#include "check.h"

char *folder_new(void) {
    const char *base = getenv("TMPDIR");
    char *folder = NULL;
    if (asprintf(&folder, "%s/miden-c-abi.XXXXXX", base ? base : "/tmp") < 0 || mkdtemp(folder) == NULL) {
        give_up("there is no temporary folder to be had");
    }
    return folder;
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *walk) {
    (void)status, (void)type, (void)walk;
    return remove(path);
}

void folder_remove(char *folder) {
    nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    free(folder);
}

static char *configuration_with_keys(const char *folder, const char *keys) {
    return format("{\"network\":{\"kind\":\"embedded\",\"chain_directory\":\"%s/chain\",\"proofs\":\"dummy\"},"
                  "\"store_path\":\"%s/store.sqlite3\",\"keystore_path\":\"%s/keystore\",\"keys\":%s,"
                  "\"prover_threads\":1}",
                  folder, folder, folder, keys);
}

char *configuration_in(const char *folder) {
    char *keys = format("{\"kind\":\"key_file\",\"path\":\"%s/keystore.key\"}", folder);
    char *configuration = configuration_with_keys(folder, keys);
    free(keys);
    return configuration;
}

char *configuration_of_signer(const char *folder) { return configuration_with_keys(folder, "{\"kind\":\"signer\"}"); }

int32_t create(const void *configuration, size_t length, wc_log_callback log, void *log_context, int32_t log_level,
               uint64_t *handle, uint8_t **error, size_t *error_length) {
    return wc_miden_create(configuration, length, log, log_context, log_level, NULL, NULL, handle, error,
                           error_length);
}

int32_t create_with_signer(const void *configuration, size_t length, wc_ask_callback ask, void *ask_context,
                           uint64_t *handle) {
    return wc_miden_create(configuration, length, NULL, NULL, 0, ask, ask_context, handle, NULL, NULL);
}

uint64_t open_wallet(const char *folder) {
    char *configuration = configuration_in(folder);
    uint64_t handle = 0;
    uint8_t *error = NULL;
    size_t length = 0;
    int32_t code =
        create(configuration, strlen(configuration), NULL, NULL, 0, &handle, &error, &length);
    if (code != WC_OK) {
        fprintf(stderr, "code %d: %.*s\n", code, (int)length, (const char *)error);
        give_up("a wallet does not open");
    }
    free(configuration);
    return handle;
}

struct opened wallet_new(void) {
    char *folder = folder_new();
    return (struct opened){folder, open_wallet(folder)};
}

void wallet_end(struct opened wallet) {
    wc_miden_destroy(wallet.handle);
    folder_remove(wallet.folder);
}
