# shellcheck shell=bash
# Every test, in groups: scripts, JavaScript, Rust, C, Swift. Sourced by build.sh.

TEST_GROUPS=(scripts js rust models c-abi generator offline rpc browser command plugin network)

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
    begin_group "script tests"
    for test in "$ROOT"/scripts/tests/*-test.sh; do
        logged "$RESULTS/scripts.part" bash "$test" || status=$?
        cat "$RESULTS/scripts.part" >>"$RESULTS/scripts.log"
    done
    add_group scripts "$status" "$(script_counts "$RESULTS/scripts.log")"
}

# Not the examples, each of which takes minutes to compile: lint checks them, and the network's tests run one.
test_rust() {
    local status=0
    begin_group "Rust tests"
    use_core_settings native yes
    CARGO_TERM_COLOR=never logged "$RESULTS/rust.log" \
        in_rust test "${CORE_FLAGS[@]}" --workspace --lib --tests --no-fail-fast || status=$?
    add_group Rust "$status" "$(rust_counts "$RESULTS/rust.log")"
}

test_models() {
    local status=0
    begin_group "Rust models"
    CARGO_TERM_COLOR=never logged "$RESULTS/models.log" in_model test --no-fail-fast || status=$?
    add_group "Rust, models" "$status" "$(rust_counts "$RESULTS/models.log")"
}

# The core under sanitizers.
test_c_abi() {
    local status=0
    build_core native yes
    begin_group "C ABI tests"
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
    # As chaos has them: most tests wait for blocks.
    export MIDEN_NET_DIR=$1 BLOCK_INTERVAL=2s BATCH_INTERVAL=500ms
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

# Builds the Swift tests once, for all of their groups.
build_swift_tests() {
    if [ "${SWIFT_TESTS_ARE_BUILT:-}" = yes ]; then return; fi
    build_core native yes
    if ! swift_build --build-tests; then
        say "error: the Swift package does not build"
        begin_group "Swift tests"
        add_group Swift 1 "0 0 0"
        return 1
    fi
    SWIFT_TESTS_ARE_BUILT=yes
    MIDEN_CLI=$(swift_bin_path)/miden-cli
    export MIDEN_CLI
    # All of them at once would be hundreds, each with wallets and threads of its own, and slow enough to run out of
    # their time.
    export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=${SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH:-4}
}

# run_swift_tests NAME FILTER: leaves the exit code in STATUS and the file with the results in XUNIT.
run_swift_tests() {
    STATUS=0
    XUNIT=$RESULTS/$1.xml
    logged "$RESULTS/$1.log" swift test --package-path "$ROOT" "${SWIFT_TRAITS[@]}" --skip-build --disable-xctest \
        --filter "$2" --xunit-output "$XUNIT" || STATUS=$?
    # Some versions put "-swift-testing" into the name they are given.
    if [ ! -f "$XUNIT" ]; then XUNIT=$RESULTS/$1-swift-testing.xml; fi
}

test_generator() { test_swift_module generator "Swift, generator" MidenContractGeneratorTests; }
test_offline() {
    test_swift_module offline "Swift, offline" MidenSwiftClientOfflineTests
    test_swift_module requests "Swift, requests" MidenRequestsTests
}
test_rpc() {
    test_swift_module rpc "Swift, wallet RPC" MidenWalletRPCTests
    test_swift_module rpc-server "Swift, wallet RPC server" MidenWalletServerTests
}
test_command() { test_swift_module command "Swift, command line" MidenCLICommandTests; }
# Builds packages that use the plugin.
test_plugin() { test_swift_module plugin "Swift, plugin" MidenContractPluginTests; }

test_swift_module() { # NAME TITLE MODULE
    build_swift_tests || return 0
    begin_group "$2"
    run_swift_tests "$1" "^$3\\."
    add_group "$2" "$STATUS" "$(swift_counts "$XUNIT" "$3")"
}

test_network() {
    local counts
    build_swift_tests || return 0
    begin_group "Swift, network"
    start_test_networks
    run_swift_tests network '^MidenSwiftClientNetworkTests\.'
    stop_test_networks
    counts=$(swift_counts "$XUNIT" MidenSwiftClientNetworkTests)
    # Skipped is an answer only where there is no network to be had, or not all of it.
    if [ "$NETWORK_TESTS" = run ] && [ "${counts##* }" -gt 0 ] && [ -z "$(network_tests_missing)" ]; then
        say "Swift, network: tests were skipped although the network's programs are there"
        add_count "Swift, network (skipped)" 0 1 0
    fi
    add_group "Swift, network" "$STATUS" "$counts"
}

# The Rust and Swift tests whose name matches a pattern. What has none is no group.
test_matching() { # PATTERN
    local counts module names status=0
    begin_group "Rust tests that match $1"
    use_core_settings native yes
    CARGO_TERM_COLOR=never logged "$RESULTS/rust.log" \
        in_rust test "${CORE_FLAGS[@]}" --workspace --lib --tests --no-fail-fast -- "$1" || status=$?
    counts=$(rust_counts "$RESULTS/rust.log")
    if [ "$counts $status" != "0 0 0 0" ]; then add_group Rust "$status" "$counts"; fi
    build_swift_tests || return 0
    names=$(swift test list --package-path "$ROOT" "${SWIFT_TRAITS[@]}" --skip-build 2>/dev/null | grep -E -- "$1" || true)
    if grep -q '^MidenSwiftClientNetworkTests' <<<"$names"; then start_test_networks; fi
    begin_group "Swift tests that match $1"
    run_swift_tests matching "$1"
    for module in MidenContractGeneratorTests MidenSwiftClientOfflineTests MidenWalletRPCTests MidenWalletServerTests \
        MidenRequestsTests MidenCLICommandTests MidenContractPluginTests MidenSwiftClientNetworkTests; do
        if grep -q "^$module\." <<<"$names"; then
            add_group "$module" "$STATUS" "$(swift_counts "$XUNIT" "$module")"
        fi
    done
    if [ ! -s "$COUNTS" ]; then
        say "error: no test matches $1"
        add_count "tests that match $1" 0 1 0
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

is_test_group() { # NAME
    local group
    for group in "${TEST_GROUPS[@]}"; do if [ "$group" = "$1" ]; then return 0; fi; done
    return 1
}

tests_command() { # [--long | NAME]
    local group
    # Tests that repeat one thing at many places or moments make all of their rounds.
    if [ "${1:-}" = --long ]; then export MIDEN_TEST_LONG=yes; fi
    RESULTS=$ROOT/.build/test-results
    # shellcheck disable=SC2034 # counts.sh reads it
    COUNTS=$RESULTS/counts
    rm -rf "$RESULTS"
    mkdir -p "$RESULTS"
    TEST_NETWORKS=()
    trap stop_test_networks EXIT
    trap 'exit 130' INT TERM
    if is_test_group "${1:-}"; then
        "test_${1//-/_}"
    elif [ -n "${1:-}" ] && [ "$1" != --long ]; then
        test_matching "$1"
    else
        for group in "${TEST_GROUPS[@]}"; do "test_${group//-/_}"; done
        if [ "${1:-}" = --long ]; then test_chaos; fi
    fi
    stop_test_networks
    echo
    if compgen -G "$RESULTS/*.xml" >/dev/null; then
        echo "The slowest Swift tests:"
        print_slowest "$RESULTS"/*.xml
        echo
    fi
    if ! print_counts >"$RESULTS/summary"; then
        say "What failed:"
        print_failures "$RESULTS"/*.log || true
        echo
        cat "$RESULTS/summary"
        return 1
    fi
    cat "$RESULTS/summary"
}
