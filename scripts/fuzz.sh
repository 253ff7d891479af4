# shellcheck shell=bash
# Random input. Sourced by build.sh.

RPC_FUZZ_FOLDER=$ROOT/.build/rpc-fuzz
PACKAGES_FUZZ_FOLDER=$ROOT/.build/packages-fuzz
GENERATOR_FUZZ_FOLDER=$ROOT/.build/generator-fuzz

# How much resident memory a run may have at its peak, in MiB: the peak of short runs on two cores, 117 MiB for the wallet RPC
# and 69 MiB for packages, and the 64 MiB by which memory may grow, rounded up. FUZZ_MEMORY sets another limit.
RPC_FUZZ_MEMORY=${FUZZ_MEMORY:-256}
PACKAGES_FUZZ_MEMORY=${FUZZ_MEMORY:-160}
# How much more may be reserved, in MiB. Stacks count with all that threads reserve: up to four compilers with 64 MiB, and a
# prover thread of 16 MiB for each core.
FUZZ_RESERVE=512

fuzz_command() { # [SECONDS] [c-abi|rpc|packages|generator]
    local seconds=${1:-600} part=${2:-c-abi}
    case "$seconds" in '' | *[!0-9]*) fail "fuzz takes a number of seconds, not $seconds" 2 ;; esac
    case "$part" in
        c-abi) c_abi_fuzz "$seconds" ;;
        rpc) rpc_fuzz "$seconds" ;;
        packages) packages_fuzz "$seconds" ;;
        generator) generator_fuzz "$seconds" ;;
        *) fail "fuzz has the parts c-abi, rpc, packages and generator, not $part" 2 ;;
    esac
}

# with_memory MIB COMMAND...: an allocation that is much larger than the limit fails and ends the program. The program checks
# the peak itself after each input. macOS does not enforce the limit of an allocation.
with_memory() {
    local limit=$1
    shift
    (ulimit -d $(((limit + FUZZ_RESERVE) * 1024)) && exec "$@")
}

# The wallet RPC. One arena, as for the soak: its growth would hide that of the program.
rpc_fuzz() { # SECONDS
    build_core native yes
    swift_build --product MidenRPCFuzz
    mkdir -p "$RPC_FUZZ_FOLDER"
    step "fuzzing the wallet RPC for $1 s; the current input is in $RPC_FUZZ_FOLDER/input"
    # FUZZ_SEED repeats the inputs of an earlier run.
    MALLOC_ARENA_MAX=${MALLOC_ARENA_MAX:-1} with_memory "$RPC_FUZZ_MEMORY" \
        "$(swift_bin_path)/MidenRPCFuzz" "$1" ${FUZZ_SEED:+--seed "$FUZZ_SEED"} --memory "$RPC_FUZZ_MEMORY" \
        --examples "$ROOT/js/examples/messages.json" --input "$RPC_FUZZ_FOLDER/input"
}

# Packages of anybody and values. Of the whole workspace, as the genesis maker is.
packages_fuzz() { # SECONDS
    use_core_settings native yes
    in_rust build "${CORE_FLAGS[@]}" --workspace --example fuzz_packages
    mkdir -p "$PACKAGES_FUZZ_FOLDER"
    step "fuzzing packages for $1 s; the current package is $PACKAGES_FUZZ_FOLDER/input"
    MALLOC_ARENA_MAX=${MALLOC_ARENA_MAX:-1} with_memory "$PACKAGES_FUZZ_MEMORY" \
        "$CORE_OUTPUT/examples/fuzz_packages" "$1" "$PACKAGES_FUZZ_FOLDER/input" "$PACKAGES_FUZZ_MEMORY" ${FUZZ_SEED:+"$FUZZ_SEED"}
}

# Descriptions of contracts that Swift is generated for. The compiler reads what is generated beside miden-cli.
generator_fuzz() { # SECONDS
    build_core native yes
    swift_build --product miden-cli
    swift_build --product MidenGeneratorFuzz
    step "fuzzing the generator for $1 s; what it finds is left in $GENERATOR_FUZZ_FOLDER"
    "$(swift_bin_path)/MidenGeneratorFuzz" "$1" ${FUZZ_SEED:+--seed "$FUZZ_SEED"} \
        --descriptions "$ROOT/Tests/Interfaces" --findings "$GENERATOR_FUZZ_FOLDER"
}
