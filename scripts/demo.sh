# shellcheck shell=bash
# The wallet's journey on the chain inside the process, with real proofs. Sourced by build.sh.

DEMO_AMOUNT=100
DEMO_TOKEN=MIDEN

# Milliseconds of some clock; where bash is too old to know them, whole seconds.
now_ms() {
    local now=${EPOCHREALTIME:-$(date +%s).000000}
    now=${now/[.,]/}
    echo $((now / 1000))
}

# seconds_since MILLISECONDS
seconds_since() { awk -v ms=$(($(now_ms) - $1)) 'BEGIN { printf "%.1f s", ms / 1000 }'; }

# demo_step SENTENCE ARGUMENTS...: runs miden-cli as a person would, shows what it answers, and says how long it
# took. Its progress goes past this to the terminal.
demo_step() {
    local sentence=$1 output before status=0
    shift
    DEMO_STEP=$((DEMO_STEP + 1))
    printf '\n%d. %s\n   $ miden-cli %s\n' "$DEMO_STEP" "$sentence" "$*"
    before=$(now_ms)
    output=$("$DEMO_CLI" "$@") || status=$?
    [ $status -eq 0 ] || fail "step $DEMO_STEP, miden-cli $1, ended with exit code $status"
    printf '%s\n' "$output" | sed '/./s/^/     /'
    printf '   took %s\n' "$(seconds_since "$before")"
}

# demo_expect WHAT WANTED NAME ARGUMENTS...: what miden-cli answers under a name, values one a line, must be WANTED.
demo_expect() {
    local what=$1 wanted=$2 name=$3 got
    shift 3
    got=$("$DEMO_CLI" "$@" --field "$name") || fail "after step $DEMO_STEP, miden-cli $1 failed"
    [ "$got" = "$wanted" ] || fail "after step $DEMO_STEP, $what should be ${wanted:-nothing}, and is ${got:-nothing}"
}

demo_journey() {
    local before paid="$DEMO_AMOUNT $DEMO_TOKEN"
    before=$(now_ms)
    demo_step "Set up the wallet's folder, on a chain inside the process" init
    demo_expect "the number of accounts" 0 account_count info

    demo_step "Create a wallet" new-wallet
    demo_expect "the number of accounts" 1 account_count info

    demo_step "Be paid $paid by a faucet: a transaction, proved and put into a block" \
        faucet --amount $DEMO_AMOUNT --token $DEMO_TOKEN

    demo_step "Sync" sync
    demo_expect "the number of notes to consume" 1 consumable_count notes

    demo_step "List the notes that can be consumed" notes
    demo_expect "what the note carries" "$paid" formatted notes

    demo_step "The balance before" balance
    demo_expect "the balance" "" formatted balance

    demo_step "Consume the note: another transaction, proved" consume --all

    demo_step "Sync again" sync
    demo_expect "the number of notes to consume" 0 consumable_count notes

    demo_step "The balance after" balance
    demo_expect "the balance" "$paid" formatted balance
    printf '\nThe wallet holds the %s it was paid. All of it took %s.\n' "$paid" "$(seconds_since "$before")"
}

demo_command() {
    build_core native yes
    swift_build --product miden-cli
    DEMO_CLI=$(swift_bin_path)/miden-cli
    DEMO_STEP=0
    MIDEN_DATA_DIR=$(mktemp -d "${TMPDIR:-/tmp}/miden-demo.XXXXXX")
    export MIDEN_DATA_DIR MIDEN_NETWORK=embedded MIDEN_EMBEDDED_PROOFS=real MIDEN_EMBEDDED_BASE_FEE=0
    trap 'rm -rf "$MIDEN_DATA_DIR"' EXIT
    step "the demo"
    demo_journey
}
