// Checks and the running of tests. A test prints "ok NAME" or "not ok NAME", which scripts/counts.sh
// counts.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct test {
    const char *name;
    void (*body)(void);
};

// Runs them in turn, in a temporary folder each, and adds up those that failed.
void run_tests(const struct test *tests, size_t count);
unsigned failed_tests(void);

// Both may be used on any thread. A check that fails lets the test go on, and lets it fail.
#define CHECK(condition) check_that((condition), #condition, __FILE__, __LINE__)
#define CHECK_EQUAL(got, wanted) check_equal((int64_t)(got), (int64_t)(wanted), #got, __FILE__, __LINE__)

// For what a test cannot go on without.
#define REQUIRE(condition) \
    do { \
        if (!CHECK(condition)) { \
            return; \
        } \
    } while (0)

bool check_that(bool holds, const char *text, const char *file, int line);
bool check_equal(int64_t got, int64_t wanted, const char *text, const char *file, int line);

// Ends the process: for what nothing can go on without.
_Noreturn void give_up(const char *why);
