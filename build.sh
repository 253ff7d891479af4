#!/usr/bin/env bash
# The one entry for building, testing and trying the project. `./build.sh help` says what it does.
set -euo pipefail

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
export ROOT
cargo_bin=${CARGO_HOME:-$HOME/.cargo}/bin
case ":$PATH:" in *":$cargo_bin:"*) ;; *) export PATH="$cargo_bin:$PATH" ;; esac

for part in common prerequisites core swift services network counts c-abi fuzz js test lint demo example bench soak chaos sanitize; do
    # shellcheck source=/dev/null
    . "$ROOT/scripts/$part.sh"
done

usage() {
    cat <<'END'
usage: ./build.sh COMMAND

  demo       build, then the wallet's journey on the chain inside the process, with real proofs
  example    build and start the sample dApp in Examples/dapp: a shop, and a wallet that asks on this terminal
               --local   on the local network, which it starts, and not on the chain inside the process
  test       every test, Rust, Swift and scripts, with the time of each group and the ten slowest
             tests; the last line is the counts
               --long   with all rounds, and three minutes of chaos
               NAME     one group (scripts, js, rust, models, c-abi, generator, offline, rpc, browser, command,
                        plugin, network), or else the Rust and Swift tests whose names match this pattern
  bench      the benchmarks: the SDK beside UniFFI, tokio and plain Rust, the wallet RPC beside an empty echo,
             a sync with private notes that are refused, requests between apps beside payments and in a
             folder that has many, generated Swift, and each workload by itself
               comparison | rpc | notes | requests | generator | suite   one of them
  fuzz       [SECONDS] random input, 600 seconds by default
               c-abi        the C ABI, under AddressSanitizer; without a name it is this
               rpc          messages, HTTP and WebSocket of the wallet RPC; memory must stay flat.
                            FUZZ_SEED=N repeats the inputs of a run
               packages     packages of anybody, their descriptions, and values; FUZZ_SEED=N as above
               generator    changed descriptions of contracts: the Swift that is generated of them must compile,
                            and no text may become code; FUZZ_SEED=N as above
  soak       [CALLS] many calls with cancellations and deadlines, 100000 where not given:
             memory must stay flat and the counts add up; --help says more
  chaos      [MINUTES] attacks wallets on a local network, 3 minutes by default, then compares them with the chain
               --seed N          the same seed gives the same schedule
  sanitize   the offline tests under ThreadSanitizer
  lint       formatting, clippy, warnings, circles of imports, phrases in the documentation
  core       the Rust library for apps: core/MidenSwiftCore.artifactbundle
               --embedded-chain   the development one, with the chain for demo and tests
               --cpu NAME         native (default: this machine and those like it),
                                  x86-64-v3 (most x86-64 since 2015) or baseline (any)
  network    up | down | status | wipe: a real Miden network on 127.0.0.1
  help       this text
END
}

# A machine with no way to the public registries has a script beside the checkout that prepares it.
run_setup() {
    if [ -x "$ROOT/../shared/setup" ]; then quietly "$ROOT/../shared/setup"; fi
}

prepare() {
    run_setup
    check_prerequisites
}

command=${1:-help}
[ $# -eq 0 ] || shift
case "$command" in
    core)
        prepare
        core_command "$@"
        ;;
    fuzz)
        [ $# -le 2 ] || fail "fuzz takes a number of seconds and a part; ./build.sh help says what there is" 2
        prepare
        fuzz_command "$@"
        ;;
    bench)
        [ $# -le 1 ] || fail "bench takes one argument; ./build.sh help says what there is" 2
        prepare
        bench_command "$@"
        ;;
    test)
        case "$*" in
            --long) ;;
            -* | *' '*) fail "test takes --long or one name; ./build.sh help says what there is" 2 ;;
        esac
        prepare
        tests_command "$@"
        ;;
    demo | lint | sanitize)
        [ $# -eq 0 ] || fail "$command takes no arguments; ./build.sh help says what there is" 2
        prepare
        "${command}_command"
        ;;
    example)
        example_check "$@"
        prepare
        example_command "$@"
        ;;
    soak)
        prepare
        soak_command "$@"
        ;;
    chaos)
        chaos_check "$@"
        prepare
        chaos_command "$@"
        ;;
    network)
        run_setup
        network_command "$@"
        ;;
    help | -h | --help) usage ;;
    *)
        usage >&2
        fail "there is no command $command" 2
        ;;
esac
