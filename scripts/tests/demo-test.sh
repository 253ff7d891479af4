#!/usr/bin/env bash
# That the demo ends well where the command line tool says the right things, and badly where it does not.
. "$(dirname "${BASH_SOURCE[0]}")/check.sh"

# A miden-cli that answers from the variables below.
cat >"$SCRATCH/miden-cli" <<'END'
#!/usr/bin/env bash
case "$1" in
    init) echo '{}' ;;
    new-wallet) echo "{\"account_id\" : \"${ACCOUNT-0xaa}\"}" ;;
    faucet) [ -z "${BROKEN:-}" ] || { echo '{"error":{"code":-6}}'; exit 6; } ;;
    sync) echo "{\"block_number\":${BLOCK-2}}" ;;
    notes) echo "{\"notes\":[${NOTES-{\"note_id\":\"0xbb\"\}}]}" ;;
    balance)
        # The second time is after the note was consumed.
        if [ -e "$MIDEN_DATA_DIR/consumed" ]; then echo "{\"assets\":[{\"amount\" : \"${AFTER-100}\"}]}"; else echo '{"assets":[]}'; fi
        ;;
    consume)
        touch "$MIDEN_DATA_DIR/consumed"
        echo '{"transaction_id":"0xcc"}'
        ;;
esac
END
chmod +x "$SCRATCH/miden-cli"
demo() { # VARIABLE=VALUE...
    rm -rf "$SCRATCH/data"
    mkdir "$SCRATCH/data"
    export MIDEN_DATA_DIR=$SCRATCH/data
    run env "$@" bash -c "set -euo pipefail; . '$ROOT/scripts/common.sh'; . '$ROOT/scripts/demo.sh'
        DEMO_CLI='$SCRATCH/miden-cli' DEMO_STEP=0; demo_journey"
}

demo
check "the journey" contains "$STATUS $OUTPUT" "The wallet holds what was minted"
check "each step says how long it took" equals "$(printf '%s\n' "$OUTPUT" | grep -c '([0-9.]* s)$')" 9
demo AFTER=99
check "a wrong balance is an error" contains "$STATUS $OUTPUT" "error: the balance is 99 and should be 100"
check "with exit code 1" equals "$STATUS" 1
demo BROKEN=1
check "a step that fails is an error" contains "$STATUS $OUTPUT" "error: miden-cli faucet ended with exit code 6"
demo NOTES=
check "a note that is not there is an error" contains "$STATUS $OUTPUT" "error: the number of notes is 0 and should be 1"
demo ACCOUNT=
check "no account is an error" contains "$STATUS $OUTPUT" "error: new-wallet names no account"
demo BLOCK=0
check "no block is an error" equals "$STATUS" 1
