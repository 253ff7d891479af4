#!/usr/bin/env bash
# What build.sh makes of its arguments, of a setup beside the checkout, and of a machine without the
# network's programs.
. "$(dirname "${BASH_SOURCE[0]}")/check.sh"

run "$ROOT/build.sh" help
check "help says what there is" contains "$STATUS $OUTPUT" "0 usage: ./build.sh COMMAND"
run "$ROOT/build.sh" nonsense
check "an unknown command is refused" contains "$STATUS $OUTPUT" "there is no command nonsense"
check "with exit code 2" equals "$STATUS" 2

mkdir -p "$SCRATCH/checkout" "$SCRATCH/shared"
cp -R "$ROOT/build.sh" "$ROOT/scripts" "$SCRATCH/checkout/"
build=$SCRATCH/checkout/build.sh

run "$build" test --fast
check "test refuses an unknown option" equals "$STATUS" 2
run "$build" test offline command
check "test refuses two names" equals "$STATUS" 2
run "$build" test --long --fast
check "test refuses an unknown option after --long" equals "$STATUS" 2

for wrong in soon 1.2.3 --fast "--seed" "--seed x"; do
    # shellcheck disable=SC2086 # the words are arguments
    run "$build" chaos $wrong
    check "chaos refuses $wrong" equals "$STATUS" 2
done
run with_parts "chaos_check 0.5 --seed 7"
check "chaos takes minutes and its options" equals "$STATUS $OUTPUT" "0 "
# What chaos runs after the builds: this test stands in for the network and the program.
chaos='network_check_programs() { :; }; build_core() { :; }; swift_build() { :; }; swift_bin_path() { echo "$SCRATCH"; }
    start_test_network() { TEST_NETWORKS+=("$1"); echo "fee $BASE_FEE"; }; stop_test_networks() { echo stopped; }'
printf '#!/bin/sh\necho "attack $1 $2 $3"\nexit 9\n' >"$SCRATCH/MidenChaos" && chmod +x "$SCRATCH/MidenChaos"
mkdir -p "$SCRATCH/root"
run with_parts "SCRATCH='$SCRATCH'; ROOT='$SCRATCH/root'; $chaos; chaos_command 1 --seed 7"
check "a failed attack is a failed command" equals "$STATUS" 9
check "on a network with fees, with the arguments" contains "$OUTPUT" "fee 500
==> chaos
attack 1 --seed 7"
check "and the network is stopped" contains "$OUTPUT" "stopped"

run "$build" example --remote
check "example refuses an unknown option" equals "$STATUS" 2
run "$build" example --local --local
check "example refuses two options" equals "$STATUS" 2
# What example runs after the builds: this test stands in for the network and the program.
example='build_core() { :; }; build_example() { :; }; example_program() { echo "$SCRATCH/ExampleDApp"; }
    network_command() { echo "network $1"; NETWORK_DIR=$SCRATCH/network; }'
printf '#!/bin/sh\n[ -d "$2" ] && echo "runs $1 $3 $4"\nexit 9\n' >"$SCRATCH/ExampleDApp" && chmod +x "$SCRATCH/ExampleDApp"
run with_parts "SCRATCH='$SCRATCH'; TMPDIR='$SCRATCH'; $example; example_command"
check "a sample that fails is a failed command" equals "$STATUS" 9
check "it is run with a folder" contains "$OUTPUT" "runs --folder"
check "which is deleted" equals "$(find "$SCRATCH" -name 'miden-example.*')" ""
run with_parts "SCRATCH='$SCRATCH'; TMPDIR='$SCRATCH'; $example; example_command --local"
check "with --local the network is started, and its account pays" contains "$OUTPUT" "network up
==> the sample dApp, until Ctrl-C
runs --folder --local-account $SCRATCH/network/accounts/funding.mac"

run "$build" fuzz soon
check "fuzz takes a number of seconds" equals "$STATUS" 2
run with_parts "fuzz_command 1 nothing"
check "fuzz refuses a part that does not exist" equals "$STATUS" 2
check "and names the parts" contains "$OUTPUT" "fuzz has the parts c-abi, rpc, packages and generator, not nothing"
# What fuzz runs after the builds: this test stands in for the program.
printf '#!/bin/sh\necho "tries $* within $(ulimit -d)"\nexit 9\n' >"$SCRATCH/MidenRPCFuzz" && chmod +x "$SCRATCH/MidenRPCFuzz"
run with_parts "build_core() { :; }; swift_build() { :; }; swift_bin_path() { echo '$SCRATCH'; }
    RPC_FUZZ_FOLDER='$SCRATCH/rpc-fuzz'; FUZZ_SEED=7; fuzz_command 1 rpc"
check "a failed run of the RPC fuzzer is a failed command" equals "$STATUS" 9
check "and gets the seconds and the seed" contains "$OUTPUT" "tries 1 --seed 7 --memory 256 --examples"
check "and can reserve little more memory than it may take" contains "$OUTPUT" "within $(((256 + 512) * 1024))"
mkdir -p "$SCRATCH/examples"
printf '#!/bin/sh\necho "tries $* within $(ulimit -d)"\nexit 9\n' >"$SCRATCH/examples/fuzz_packages" && chmod +x "$SCRATCH/examples/fuzz_packages"
run with_parts "use_core_settings() { CORE_OUTPUT='$SCRATCH'; CORE_FLAGS=(); }; in_rust() { :; }
    PACKAGES_FUZZ_FOLDER='$SCRATCH/packages-fuzz'; FUZZ_SEED=7; fuzz_command 1 packages"
check "a failed run of the package fuzzer is a failed command" equals "$STATUS" 9
check "and gets the seconds, the input, the memory and the seed" contains "$OUTPUT" \
    "tries 1 $SCRATCH/packages-fuzz/input 160 7 within $(((160 + 512) * 1024))"
printf '#!/bin/sh\necho "tries $*"\nexit 9\n' >"$SCRATCH/MidenGeneratorFuzz" && chmod +x "$SCRATCH/MidenGeneratorFuzz"
run with_parts "build_core() { :; }; swift_build() { :; }; swift_bin_path() { echo '$SCRATCH'; }
    GENERATOR_FUZZ_FOLDER='$SCRATCH/generator-fuzz'; FUZZ_SEED=7; fuzz_command 1 generator"
check "a failed run of the generator's fuzzer is a failed command" equals "$STATUS" 9
check "and gets the seconds, the seed and the folders" contains "$OUTPUT" \
    "tries 1 --seed 7 --descriptions $ROOT/Tests/Interfaces --findings $SCRATCH/generator-fuzz"
FUZZ_MEMORY=32 run with_parts "FUZZ_RESERVE=0; with_memory \$PACKAGES_FUZZ_MEMORY sh -c 'ulimit -d'"
check "FUZZ_MEMORY is another limit" equals "$STATUS $OUTPUT" "0 $((32 * 1024))"
run with_parts "c_abi_compiles() { case \" \$* \" in *fuzzer*) return 1 ;; esac; }; fuzz_command 1"
check "without libFuzzer fuzz ends with exit code 3" equals "$STATUS" 3
check "and says what has it" contains "$OUTPUT" "swift.org's toolchains"
run with_parts "C_ABI_FOLDER='$SCRATCH/c-abi'; c_abi_compiles() { return 1; }; c_abi_tests"
check "without AddressSanitizer the C ABI's tests fail" equals "$STATUS" 1
check "and say what has it" contains "$OUTPUT" "No C compiler here has AddressSanitizer"

printf '#!/bin/sh\necho prepared >>"%s/prepared"\necho chatter\n' "$SCRATCH" >"$SCRATCH/shared/setup"
run "$build" network status
check "a setup that is not executable is left alone" [ ! -e "$SCRATCH/prepared" ]
chmod +x "$SCRATCH/shared/setup"
run env MIDEN_NET_DIR="$SCRATCH/none" "$build" network status
check "an executable setup beside the checkout is run" [ -e "$SCRATCH/prepared" ]
check "quietly" lacks "$OUTPUT" chatter
printf '#!/bin/sh\necho no disk\nexit 7\n' >"$SCRATCH/shared/setup"
run "$build" network status
check "where it fails, build.sh ends with its code" equals "$STATUS" 7
check "and shows what it said" contains "$OUTPUT" "no disk"
rm "$SCRATCH/shared/setup"

tools=$SCRATCH/bin
mkdir -p "$tools"
for tool in bash env dirname awk sed head ps xargs cat; do ln -s "$(command -v $tool)" "$tools/$tool"; done
run env PATH="$tools" CARGO_HOME="$SCRATCH/nothing" MIDEN_NET_DIR="$SCRATCH/none" "$build" network up
check "without its programs a network is refused with exit code 3" equals "$STATUS" 3
check "and says how to get the validator" contains "$OUTPUT" "cargo install --locked miden-validator --version 0.18.2"
check "and the node" contains "$OUTPUT" "cargo install --locked miden-node --version 0.18.2"
check "and makes nothing" [ ! -e "$SCRATCH/none" ]

run env MIDEN_NET_DIR="$SCRATCH/none" "$build" network status
check "status of no network" equals "$STATUS" 1
run env MIDEN_NET_DIR="$SCRATCH/none" "$build" network down
check "down of no network" equals "$STATUS" 0
mkdir "$SCRATCH/photos"
touch "$SCRATCH/photos/cat.png"
run env MIDEN_NET_DIR="$SCRATCH/photos" "$build" network wipe
check "wipe deletes nothing that is not a network" [ -e "$SCRATCH/photos/cat.png" ]
run "$build" network sideways
check "an unknown network command is refused" equals "$STATUS" 2

mkdir -p "$SCRATCH/precious/run" && echo data >"$SCRATCH/precious/file"
run env MIDEN_NET_DIR="$SCRATCH/precious" "$build" network wipe
check "wipe refuses a folder that is not a network's" equals "$STATUS" 1
check "and says that nothing was deleted" contains "$OUTPUT" "nothing was deleted"
# Programs that are there and do nothing: it must not come to the point of running them.
mkdir -p "$SCRATCH/programs"
for program in miden-validator miden-node; do
    printf '#!/bin/sh\nexit 0\n' >"$SCRATCH/programs/$program" && chmod +x "$SCRATCH/programs/$program"
done
run env PATH="$SCRATCH/programs:$PATH" MIDEN_NET_DIR="$SCRATCH/precious" "$build" network up
check "up refuses it too" contains "$STATUS $OUTPUT" "holds something else"
check "and its files are still there" equals "$(cat "$SCRATCH/precious/file")" data

# A genesis that fails: before anything is logged, and after.
genesis() { # WHAT_THE_MAKER_DOES
    run env MIDEN_NET_DIR="$SCRATCH/network" RPC_PORT=47291 VALIDATOR_PORT=47101 ADMIN_PORT=47100 \
        bash -c "set -euo pipefail; for part in common core services network; do . '$ROOT/scripts/'\$part.sh; done
            genesis_maker() { $1; }; network_settings; network_up"
}
genesis 'echo "no compiler" >&2; return 1'
check "a genesis that cannot begin fails" contains "$STATUS $OUTPUT" "1 no compiler"
check "and says so, with nothing of a log that is not there" equals "$(printf '%s\n' "$OUTPUT" | tail -n 1)" \
    "error: the genesis failed, for the reason above"
printf '#!/bin/sh\necho "$1: no keys" >&2\n[ "$1" = keygen ]\n' >"$SCRATCH/programs/miden-validator"
PATH="$SCRATCH/programs:$PATH" genesis 'echo maker'
check "one that fails later shows the end of its log" contains "$OUTPUT" "error: the genesis failed:
privacy: no keys"
check "and ends with an error" equals "$STATUS" 1

# A network keeps its ports while it runs. One whose node was started before there was a builder of network transactions
# has none until the node is started again; this test stands in for the node.
kept=$SCRATCH/kept
mkdir -p "$kept/run"
kept_ports() {
    run env MIDEN_NET_DIR="$kept" PROVER_PORT=47051 NTX_BUILDER_PORT=47301 bash -c "set -euo pipefail
        for part in common services network; do . '$ROOT/scripts/'\$part.sh; done
        network_settings; echo \$RPC_PORT \$PROVER_PORT \$NTX_BUILDER_PORT"
}
kept_ports
check "a network that does not run has the environment's ports" equals "$OUTPUT" "57291 47051 47301"
echo "1 2 3 4 5 6" >"$kept/run/ports"
kept_ports
check "one that runs keeps its own" equals "$OUTPUT" "1 5 6"
echo "1 2 3 4 5" >"$kept/run/ports"
printf '%s\n%s\n' $$ "$(ps -o lstart= -p $$ | xargs)" >"$kept/run/node.pid"
kept_ports
check "one of an earlier version has no builder while its node runs" equals "$OUTPUT" "1 5 none"
rm "$kept/run/node.pid"
kept_ports
check "and may have one when the node is started again" equals "$OUTPUT" "1 5 47301"

nothing='build_core() { :; }; build_doors() { :; }'
run with_parts "$nothing"'; swift() { echo "error: no way to $*" >&2; return 1; }; bench_command suite'
check "benchmarks whose package cannot be fetched end with exit code 3" equals "$STATUS" 3
check "after the reason" contains "$OUTPUT" " resolve
The suite needs https://github.com/ordo-one/benchmark"
run with_parts 'build_core() { echo "built the core"; }; swift() { return 1; }; bench_command suite'
check "and before anything is built" equals "$(printf '%s' "$OUTPUT" | grep -c "built the core")" 0
printf '#!/bin/sh\necho a table\n' >"$SCRATCH/MidenRPCBenchmark" && chmod +x "$SCRATCH/MidenRPCBenchmark"
run with_parts "build_core() { :; }; swift_build() { echo \"builds \$*\"; }; swift_bin_path() { echo '$SCRATCH'; }
    can_build_suite() { return 1; }; bench_command rpc"
check "the benchmark of the wallet RPC needs no other package" contains "$STATUS $OUTPUT" \
    "0 builds -c release --product MidenRPCBenchmark"
check "and prints its table" contains "$OUTPUT" "a table"
printf '#!/bin/sh\necho a table of requests\n' >"$SCRATCH/MidenRequestsBenchmark" && chmod +x "$SCRATCH/MidenRequestsBenchmark"
bench_requests="build_core() { :; }; swift_build() { echo \"builds \$*\"; }; swift_bin_path() { echo '$SCRATCH'; }
    can_build_suite() { return 1; }; bench_command requests"
run with_parts "$bench_requests"
check "the benchmark of requests between apps needs no other package" contains "$STATUS $OUTPUT" \
    "0 builds -c release --product MidenRequestsBenchmark"
check "and prints its table as well" contains "$OUTPUT" "a table of requests"
printf '#!/bin/sh\necho "Error: show was not measured" >&2\nexit 1\n' >"$SCRATCH/MidenRequestsBenchmark"
run with_parts "$bench_requests"
check "a figure that was not measured fails the command" equals "$STATUS" 1
check "with the message" contains "$OUTPUT" "show was not measured"
printf '#!/bin/sh\necho "a table with $MIDEN_CLI"\n' >"$SCRATCH/MidenGeneratorBenchmark" &&
    chmod +x "$SCRATCH/MidenGeneratorBenchmark"
run with_parts "build_core() { :; }; swift_build() { echo \"builds \$*\"; }; swift_bin_path() { echo '$SCRATCH'; }
    can_build_suite() { return 1; }; bench_command generator"
check "the benchmark of the generator builds itself and the command" contains "$STATUS $OUTPUT" \
    "0 builds -c release --product MidenGeneratorBenchmark
builds -c release --product miden-cli"
check "and measures that command" contains "$OUTPUT" "a table with $SCRATCH/miden-cli"
