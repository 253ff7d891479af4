#include "check.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static atomic_uint failed_checks;
static unsigned failed;

void run_tests(const struct test *tests, size_t count) {
    for (size_t i = 0; i < count; i++) {
        atomic_store(&failed_checks, 0);
        tests[i].body();
        bool passed = atomic_load(&failed_checks) == 0;
        failed += passed ? 0 : 1;
        printf("%s %s\n", passed ? "ok" : "not ok", tests[i].name);
        // What a sanitizer says must not come before it.
        fflush(stdout);
    }
}

unsigned failed_tests(void) { return failed; }

bool check_that(bool holds, const char *text, const char *file, int line) {
    if (!holds) {
        atomic_fetch_add(&failed_checks, 1);
        printf("# %s:%d: %s\n", strrchr(file, '/') ? strrchr(file, '/') + 1 : file, line, text);
    }
    return holds;
}

bool check_equal(int64_t got, int64_t wanted, const char *text, const char *file, int line) {
    if (!check_that(got == wanted, text, file, line)) {
        printf("#   got %" PRId64 ", wanted %" PRId64 "\n", got, wanted);
    }
    return got == wanted;
}

void give_up(const char *why) {
    fflush(stdout);
    fprintf(stderr, "%s\n", why);
    abort();
}
