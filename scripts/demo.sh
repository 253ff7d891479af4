# shellcheck shell=bash
# The wallet's journey on the chain inside the process, with real proofs. Sourced by build.sh.

DEMO_AMOUNT=100

# json_values KEY: the values of every such key in the JSON on stdin, one a line, without their quotes.
json_values() {
    tr "\n" " " | grep -oE "\"$1\" *: *(\"[^\"]*\"|[^],} ]*)" | sed 's/^"[^"]*" *: *//; s/^"//; s/"$//' || true
}
json_value() { json_values "$1" | head -n 1; }

# Milliseconds of some clock; where bash is too old to know them, whole seconds.
now_ms() {
    local now=${EPOCHREALTIME:-$(date +%s).000000}
    now=${now/[.,]/}
    echo $((now / 1000))
}

# demo_step SENTENCE ARGUMENTS...: runs miden-cli, which shows its progress on stderr, and leaves the JSON
# it prints in DEMO_OUTPUT.
demo_step() {
    local sentence=$1 before after status=0
    shift
    DEMO_STEP=$((DEMO_STEP + 1))
    printf '\n%d. %s\n   miden-cli %s\n' "$DEMO_STEP" "$sentence" "$*"
    before=$(now_ms)
    DEMO_OUTPUT=$("$DEMO_CLI" "$@" --json) || status=$?
    after=$(now_ms)
    [ $status -eq 0 ] || fail "miden-cli $1 ended with exit code $status: ${DEMO_OUTPUT:-it printed nothing}"
    DEMO_TIME=$(awk -v ms=$((after - before)) 'BEGIN { printf "%.1f s", ms / 1000 }')
}

demo_result() { printf '   -> %s (%s)\n' "$1" "$DEMO_TIME"; }

# demo_expect WHAT GOT WANTED
demo_expect() { [ "$2" = "$3" ] || fail "$1 is ${2:-nothing} and should be $3: $DEMO_OUTPUT"; }

demo_balance() { printf '%s' "$DEMO_OUTPUT" | json_value amount; }

demo_journey() {
    local account notes block transaction first=$SECONDS
    demo_step "Set up the wallet's folder, on a chain inside the process" init
    demo_result "$MIDEN_DATA_DIR"

    demo_step "Create a wallet" new-wallet
    account=$(printf '%s' "$DEMO_OUTPUT" | json_value account_id)
    case "$account" in 0x*) ;; *) fail "new-wallet names no account: $DEMO_OUTPUT" ;; esac
    demo_result "account $account"

    demo_step "Be paid $DEMO_AMOUNT tokens by a faucet: a mint, proved and put into a block" faucet --amount $DEMO_AMOUNT
    demo_result "minted"

    demo_step "Sync" sync
    block=$(printf '%s' "$DEMO_OUTPUT" | json_value block_number)
    [ "${block:-0}" -gt 0 ] || fail "sync names no block: $DEMO_OUTPUT"
    demo_result "at block $block"

    demo_step "List the notes that wait to be consumed" notes
    notes=$(printf '%s' "$DEMO_OUTPUT" | json_values note_id)
    demo_expect "the number of notes" "$(printf '%s' "$notes" | grep -c 0x || true)" 1
    demo_result "note $notes"

    demo_step "The balance before" balance
    [ -z "$(demo_balance)" ] || demo_expect "the balance" "$(demo_balance)" 0
    demo_result "0"

    demo_step "Consume the note: a transaction, proved" consume --all
    transaction=$(printf '%s' "$DEMO_OUTPUT" | json_value transaction_id)
    case "$transaction" in 0x*) ;; *) fail "consume names no transaction: $DEMO_OUTPUT" ;; esac
    demo_result "transaction $transaction"

    demo_step "Sync again" sync
    demo_result "at block $(printf '%s' "$DEMO_OUTPUT" | json_value block_number)"

    demo_step "The balance after" balance
    demo_expect "the balance" "$(demo_balance)" "$DEMO_AMOUNT"
    demo_result "$(demo_balance)"
    printf '\nThe wallet holds what was minted. All of it took %d s.\n' $((SECONDS - first))
}

demo_command() {
    build_core native yes
    swift_build --product miden-cli
    DEMO_CLI=$(swift_bin_path)/miden-cli
    DEMO_STEP=0
    MIDEN_DATA_DIR=$(mktemp -d "${TMPDIR:-/tmp}/miden-demo.XXXXXX")
    export MIDEN_DATA_DIR MIDEN_NETWORK=embedded
    trap 'rm -rf "$MIDEN_DATA_DIR"' EXIT
    step "the demo"
    demo_journey
}
