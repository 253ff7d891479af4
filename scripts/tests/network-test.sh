#!/usr/bin/env bash
# Which program makes the accounts of a new network, and what happens where it cannot be built.
. "$(dirname "${BASH_SOURCE[0]}")/check.sh"

tools=$SCRATCH/bin target=$SCRATCH/target
mkdir -p "$tools"

# genesis_maker, as make_network calls it, with a cargo and core settings that are not there.
maker() { # CARGO
    run env PATH="$tools:/usr/bin:/bin" bash -c "set -euo pipefail
        for part in common core network; do . '$ROOT/scripts/'\$part.sh; done
        use_core_settings() { echo settings; CORE_FLAGS=(--release) CORE_OUTPUT='$target'; }
        in_rust() { echo \"cargo \$*\"; $1; }
        NETWORK_UMASK=022
        make() { local maker; maker=\$(genesis_maker); echo \"maker: \$maker\"; }
        make"
}

maker true
check "without mkgenesis the maker is built" contains "$OUTPUT" "cargo build --release --workspace --example make_genesis"
check "the build says how long it takes" contains "$OUTPUT" "The first build takes some 20 minutes"
check "what was built is used, and nothing else is taken for its path" contains "$OUTPUT" "maker: $target/examples/make_genesis"

maker false
check "a build that fails stops network up" equals "$STATUS" 1
check "and nothing is done after it" lacks "$OUTPUT" "maker:"

mkdir -p "$target/examples"
printf '#!/bin/sh\n' >"$target/examples/make_genesis"
chmod +x "$target/examples/make_genesis"
maker false
check "a maker of an earlier build is not used after a build that fails" equals "$STATUS" 1
maker true
check "a later build does not announce the time of the first" lacks "$OUTPUT" "20 minutes"

printf '#!/bin/sh\n' >"$tools/mkgenesis"
chmod +x "$tools/mkgenesis"
maker false
check "mkgenesis on PATH is used, and nothing is built" equals "$STATUS $OUTPUT" "0 maker: $tools/mkgenesis"

# A service has none of the open files of the program that starts it.
run bash -c "set -euo pipefail
    for part in common services; do . '$ROOT/scripts/'\$part.sh; done
    NETWORK_RUN='$SCRATCH' NETWORK_LOGS='$SCRATCH'
    exec 7>'$SCRATCH/open' 13>&7
    start_service probe sh -c 'for file in 7 13; do if [ -e /dev/fd/\$file ]; then echo inherited \$file; fi; done; echo ended'
    while service_pid probe >/dev/null; do sleep 0.05; done
    cat '$SCRATCH/probe.log'"
check "a service inherits no open files" equals "$OUTPUT" "ended"
