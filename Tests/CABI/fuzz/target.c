#include "target.h"

#include <stdlib.h>

#include "session.h"
#include "steps.h"

// The worker's thread must have ended before the process does.
static void end(void) { session_end(); }

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) {
    static int begun;
    if (!begun) {
        begun = 1;
        atexit(end);
    }
    struct input input = {bytes, length};
    session_begin();
    take_steps(&input);
    session_settle();
    return 0;
}
