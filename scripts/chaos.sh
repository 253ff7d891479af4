# shellcheck shell=bash
# Wallets under attack on a local network of their own. Sourced by build.sh.

# How many minutes the long tests attack.
# shellcheck disable=SC2034 # build.sh and test.sh read it
CHAOS_MINUTES=3

# Refuses what the program would refuse, before anything is built.
chaos_check() { # [MINUTES] [OPTIONS of the program]
    while [ $# -gt 0 ]; do
        case "$1" in
            --seed)
                [ $# -ge 2 ] || fail "--seed takes a number" 2
                shift
                case "$1" in '' | *[!0-9]*) fail "--seed takes a number, not $1" 2 ;; esac
                ;;
            '' | *[!0-9.]* | *.*.*) fail "chaos takes a number of minutes and its options, not $1; ./build.sh help says what there is" 2 ;;
        esac
        shift
    done
}

chaos_command() { # [MINUTES] [OPTIONS of the program]
    local status=0
    network_check_programs
    build_core native yes
    swift_build --product miden-cli
    swift_build --product MidenChaos
    # shellcheck disable=SC2034 # test.sh reads it
    TEST_NETWORKS=()
    trap stop_test_networks EXIT
    trap 'exit 130' INT TERM
    start_chaos_network
    run_chaos "$@" || status=$?
    stop_test_networks
    return "$status"
}

# A new network with fees. It runs until stop_test_networks.
start_chaos_network() {
    CHAOS_NETWORK=$ROOT/.build/chaos-network
    # Blocks more often than by default, because much waits for them.
    export BLOCK_INTERVAL=2s BATCH_INTERVAL=500ms ALLOWLIST=no BASE_FEE=500
    start_test_network "$CHAOS_NETWORK"
}

# The attack, with what is built and on the network that runs.
run_chaos() { # [MINUTES] [OPTIONS of the program]
    local folder=$ROOT/.build/chaos wrapper=() options=()
    step "chaos"
    rm -rf "$folder"
    mkdir -p "$folder/disk"
    # A small disk to fill, where this may mount one. It is gone with the program, whatever ends that.
    if unshare --mount mount -t tmpfs tmpfs "$folder/disk" 2>/dev/null; then
        wrapper=(unshare --mount sh -c 'mount -t tmpfs -o size=64m,mode=700 tmpfs "$0" && exec "$@"' "$folder/disk")
        options=(--small-disk "$folder/disk")
    fi
    MIDEN_CLI=$(swift_bin_path)/miden-cli ${wrapper[@]+"${wrapper[@]}"} "$(swift_bin_path)/MidenChaos" "$@" \
        ${options[@]+"${options[@]}"} --network "$CHAOS_NETWORK" --build-script "$ROOT/build.sh" --directory "$folder"
}
