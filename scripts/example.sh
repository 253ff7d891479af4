# shellcheck shell=bash
# The sample dApp: a shop, and a wallet that pays it. Sourced by build.sh.

EXAMPLE=$ROOT/Examples/dapp

example_check() {
    case "$*" in
        '' | --local) ;;
        *) fail "example takes --local or nothing; ./build.sh help says what there is" 2 ;;
    esac
}

# With the core that is there.
build_example() {
    step "the sample dApp"
    (cd "$EXAMPLE" && swift build)
}

example_program() { echo "$(cd "$EXAMPLE" && swift build --show-bin-path)/ExampleDApp"; }

example_command() { # [--local]
    local arguments=()
    if [ "${1:-}" = --local ]; then
        network_command up
        arguments=(--local-account "$NETWORK_DIR/accounts/funding.mac")
    fi
    build_core native yes
    build_example
    EXAMPLE_DATA=$(mktemp -d "${TMPDIR:-/tmp}/miden-example.XXXXXX")
    trap 'rm -rf "$EXAMPLE_DATA"' EXIT
    trap 'exit 130' INT TERM
    step "the sample dApp, until Ctrl-C"
    "$(example_program)" --folder "$EXAMPLE_DATA" ${arguments[@]+"${arguments[@]}"}
}
