# shellcheck shell=bash
# Every test: scripts, Rust, C, Swift. Sourced by build.sh.

# logged LOG COMMAND...: shows what it prints, and keeps it.
logged() {
    local log=$1 status
    shift
    set +e
    "$@" 2>&1 | tee "$log"
    status=${PIPESTATUS[0]}
    set -e
    return "$status"
}

test_scripts() {
    local test status=0
    step "script tests"
    for test in "$ROOT"/scripts/tests/*-test.sh; do
        logged "$RESULTS/scripts.part" bash "$test" || status=$?
        cat "$RESULTS/scripts.part" >>"$RESULTS/scripts.log"
    done
    add_group scripts "$status" "$(script_counts "$RESULTS/scripts.log")"
}

# Not the examples, each of which takes minutes to compile: lint checks them, and the network's tests run one.
test_rust() {
    local status=0
    step "Rust tests"
    CARGO_TERM_COLOR=never logged "$RESULTS/rust.log" \
        in_rust test "${CORE_FLAGS[@]}" --workspace --lib --tests --no-fail-fast || status=$?
    add_group Rust "$status" "$(rust_counts "$RESULTS/rust.log")"
}

test_models() {
    local status=0
    step "Rust models"
    CARGO_TERM_COLOR=never logged "$RESULTS/models.log" in_model test --no-fail-fast || status=$?
    add_group "Rust, models" "$status" "$(rust_counts "$RESULTS/models.log")"
}

# The core that build_core has built, under sanitizers.
test_c_abi() {
    local status=0
    step "C ABI tests"
    logged "$RESULTS/c-abi.log" c_abi_tests || status=$?
    add_group "C ABI" "$status" "$(script_counts "$RESULTS/c-abi.log")"
}

# The networks of the tests: one that takes all accounts and no fees, and a strict one, as mainnet is, that takes accounts
# by invitation and fees from all. Where MIDEN_TEST_NETWORK or MIDEN_TEST_STRICT_NETWORK is set to the folder of one that
# runs, that one is used and left alone.
start_test_networks() {
    NETWORK_TESTS=run
    if [ -n "$(network_missing_programs)" ] && [ -z "${MIDEN_TEST_NETWORK:-}" ]; then
        NETWORK_TESTS=skip
        say ""
        say "!!! The network tests are SKIPPED: $(network_missing_programs | xargs) not on PATH."
        say "!!! \`./build.sh network up\` says how to get them."
        say ""
        return
    fi
    if [ -n "$(network_tests_missing)" ]; then
        say "!!! Some network tests are SKIPPED: $(network_tests_missing | xargs) not on PATH."
    fi
    if [ -n "${MIDEN_TEST_NETWORK:-}" ]; then
        step "network tests use the network in $MIDEN_TEST_NETWORK"
    elif start_test_network "$ROOT/.build/network"; then
        export MIDEN_TEST_NETWORK=$ROOT/.build/network
    else
        add_group "Swift, network (not started)" 1 "0 0 0"
    fi
    if [ -n "${MIDEN_TEST_STRICT_NETWORK:-}" ]; then
        step "network tests of invitations and fees use the network in $MIDEN_TEST_STRICT_NETWORK"
    elif [ -n "$(network_missing_programs)" ]; then
        say "!!! Network tests of invitations and fees are SKIPPED: $(network_missing_programs | xargs) not on PATH."
    elif ALLOWLIST=yes BASE_FEE=500 start_test_network "$ROOT/.build/strict-network"; then
        export MIDEN_TEST_STRICT_NETWORK=$ROOT/.build/strict-network
    else
        add_group "Swift, strict network (not started)" 1 "0 0 0"
    fi
}

# What is not there and some of the network tests need.
network_tests_missing() {
    network_missing_programs
    network_missing_services
    not_on_path miden-client prlimit
}

# A network for the tests alone: its own folder, a new chain each time (a private account's state is
# known to nobody but the wallet that changed it last), stopped when the tests end.
start_test_network() { # FOLDER
    export MIDEN_NET_DIR=$1
    "$ROOT/build.sh" network wipe
    free_network_ports
    TEST_NETWORKS+=("$1")
    if ! "$ROOT/build.sh" network up; then
        say "error: a network for the tests did not start"
        return 1
    fi
}

# Others where the first are taken, so that two checkouts can test side by side. None of those that Linux hands
# out to whoever opens a connection: a node that is started again in a test could find its port in use.
free_network_ports() {
    local first
    for first in 21000 22000 23000 24000 25000 26000; do
        export RPC_PORT=$((first + 1)) VALIDATOR_PORT=$((first + 2)) ADMIN_PORT=$((first + 3))
        export TRANSPORT_PORT=$((first + 4)) PROVER_PORT=$((first + 5)) NTX_BUILDER_PORT=$((first + 6))
        ports_open "$RPC_PORT" "$VALIDATOR_PORT" "$ADMIN_PORT" "$TRANSPORT_PORT" "$PROVER_PORT" "$NTX_BUILDER_PORT" || return 0
    done
    fail "no free ports for the test network"
}

ports_open() { # whether any of them is
    local port
    for port in "$@"; do if port_open "$port"; then return 0; fi; done
    return 1
}

stop_test_networks() {
    local folder
    for folder in ${TEST_NETWORKS[@]+"${TEST_NETWORKS[@]}"}; do
        MIDEN_NET_DIR=$folder "$ROOT/build.sh" network down || true
    done
    TEST_NETWORKS=()
}

test_swift() {
    local status=0 xunit=$RESULTS/swift.xml counts
    if ! swift_build --build-tests; then
        say "error: the Swift package does not build"
        add_group Swift 1 "0 0 0"
        return
    fi
    start_test_networks
    step "Swift tests"
    # All of them at once would be hundreds, each with wallets and threads of its own, and slow enough to run out of
    # their time.
    export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=${SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH:-4}
    MIDEN_CLI=$(swift_bin_path)/miden-cli
    export MIDEN_CLI
    logged "$RESULTS/swift.log" swift test --package-path "$ROOT" --skip-build --disable-xctest \
        --xunit-output "$xunit" || status=$?
    # Some versions put "-swift-testing" into the name they are given.
    if [ ! -f "$xunit" ]; then xunit=$RESULTS/swift-swift-testing.xml; fi
    add_group "Swift, offline" 0 "$(swift_counts "$xunit" MidenSwiftClientOfflineTests)"
    add_group "Swift, command line" 0 "$(swift_counts "$xunit" MidenCLICommandTests)"
    counts=$(swift_counts "$xunit" MidenSwiftClientNetworkTests)
    # Skipped is an answer only where there is no network to be had, or not all of it.
    if [ "$NETWORK_TESTS" = run ] && [ "${counts##* }" -gt 0 ] && [ -z "$(network_tests_missing)" ]; then
        say "Swift, network: tests were skipped although the network's programs are there"
        add_count "Swift, network (skipped)" 0 1 0
    fi
    add_group "Swift, network" 0 "$counts"
    if [ "$status" -ne 0 ] && ! grep -q '<failure' "$xunit" 2>/dev/null; then
        add_group "Swift, as a whole" "$status" "0 0 0"
    fi
}

# Wallets under attack: only with --long.
test_chaos() {
    local status=0 counts="1 0 0"
    if [ -n "$(network_missing_programs)" ]; then
        say "!!! Chaos is SKIPPED: $(network_missing_programs | xargs) not on PATH."
        add_count chaos 0 0 1
        return
    fi
    { start_chaos_network && logged "$RESULTS/chaos.log" run_chaos "$CHAOS_MINUTES"; } || status=$?
    if [ "$status" -ne 0 ]; then counts="0 1 0"; fi
    add_group chaos "$status" "$counts"
}

test_command() { # [--long]
    RESULTS=$ROOT/.build/test-results
    # shellcheck disable=SC2034 # counts.sh reads it
    COUNTS=$RESULTS/counts
    rm -rf "$RESULTS"
    mkdir -p "$RESULTS"
    TEST_NETWORKS=()
    trap stop_test_networks EXIT
    trap 'exit 130' INT TERM
    test_scripts
    build_core native yes
    test_rust
    test_models
    test_c_abi
    test_swift
    stop_test_networks
    if [ "${1:-}" = --long ]; then
        test_chaos
        stop_test_networks
    fi
    echo
    if ! print_counts >"$RESULTS/summary"; then
        say "What failed:"
        print_failures "$RESULTS"/*.log || true
        echo
        cat "$RESULTS/summary"
        return 1
    fi
    cat "$RESULTS/summary"
}
