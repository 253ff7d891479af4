// The C ABI as a C program sees it: what works, and what is refused. See docs/decisions/c-abi-tests.md.
#include "../support/check.h"
#include "tests.h"

int main(void) {
    test_journey();
    test_arguments();
    test_payloads();
    test_handles();
    test_requests();
    test_endings();
    test_bytes();
    test_questions();
    test_computations();
    return failed_tests() == 0 ? 0 : 1;
}
