// Prints what the core says of itself. Compiled and run by core-features.sh.
#include <miden_swift_client.h>
#include <stdio.h>

int main(void) { return puts(wc_features()) < 0; }
