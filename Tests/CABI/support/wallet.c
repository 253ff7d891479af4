#define _GNU_SOURCE
#include "wallet.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

char *configuration_in(const char *folder) {
    char *text = NULL;
    int length = asprintf(&text,
                          "{\"network\":{\"kind\":\"embedded\",\"chain_directory\":\"%s/chain\",\"proofs\":\"dummy\"},"
                          "\"store_path\":\"%s/store.sqlite3\",\"keystore_path\":\"%s/keystore\",\"prover_threads\":1}",
                          folder, folder, folder);
    if (length < 0) {
        give_up("no memory for a configuration");
    }
    return text;
}

int32_t create(const void *configuration, size_t length, wc_log_callback log, void *log_context, int32_t log_level,
               uint64_t *handle, uint8_t **error, size_t *error_length) {
    return wc_miden_create(configuration, length, log, log_context, log_level, handle, error, error_length);
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
