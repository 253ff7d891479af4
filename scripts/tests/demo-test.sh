#!/usr/bin/env bash
# That the demo ends well where the command line tool says the right things, and badly where it does not.
. "$(dirname "${BASH_SOURCE[0]}")/check.sh"

# A miden-cli that answers from the variables below.
cat >"$SCRATCH/miden-cli" <<'END'
#!/usr/bin/env bash
did() { [ -e "$MIDEN_DATA_DIR/$1" ]; }
case "$*" in
    init) echo "The wallet's files are here." ;;
    "info --field account_count") if did new-wallet; then echo "${ACCOUNTS-1}"; else echo 0; fi ;;
    new-wallet) echo "Created account 0xaa." ;;
    "faucet --amount 100 --token MIDEN") [ -z "${BROKEN:-}" ] || { echo "Error: broken" >&2; exit 6; } ;;
    sync) echo "Synced to block 2." ;;
    notes) echo "100 MIDEN" ;;
    "notes --field consumable_count") if did consume; then echo "${LEFT-0}"; else echo "${NOTES-1}"; fi ;;
    "notes --field formatted") echo "${CARRIED-100 MIDEN}" ;;
    balance) echo "A table" ;;
    "balance --field formatted") if did consume; then echo "${AFTER-100 MIDEN}"; else printf '%s' "${BEFORE-}"; fi ;;
    "consume --all") echo "Consumed 1 note." ;;
    *) exit 64 ;;
esac
touch "$MIDEN_DATA_DIR/$1"
END
chmod +x "$SCRATCH/miden-cli"
demo() { # VARIABLE=VALUE...
    rm -rf "$SCRATCH/data"
    mkdir "$SCRATCH/data"
    export MIDEN_DATA_DIR=$SCRATCH/data
    run env "$@" bash -c "set -euo pipefail; . '$ROOT/scripts/common.sh'; . '$ROOT/scripts/demo.sh'
        DEMO_CLI='$SCRATCH/miden-cli' DEMO_STEP=0; demo_journey"
}
fails_with() { # SENTENCE
    equals "$STATUS" 1 && contains "$OUTPUT" "error: $1"
}

demo
check "the journey" contains "$STATUS $OUTPUT" "The wallet holds the 100 MIDEN it was paid"
check "it ends with exit code 0" equals "$STATUS" 0
check "each step says how long it took" equals "$(printf '%s\n' "$OUTPUT" | grep -c '^   took [0-9.]* s$')" 9
check "each step shows what it runs" contains "$OUTPUT" '   $ miden-cli consume --all
     Consumed 1 note.
   took '
demo AFTER="99 MIDEN"
check "a wrong balance is an error" fails_with "after step 9, the balance should be 100 MIDEN, and is 99 MIDEN"
demo BEFORE="1 MIDEN"
check "a balance before anything was consumed is an error" fails_with \
    "after step 6, the balance should be nothing, and is 1 MIDEN"
demo BROKEN=1
check "a step that fails is an error" fails_with "step 3, miden-cli faucet, ended with exit code 6"
check "what it said of that is shown" contains "$OUTPUT" "Error: broken"
demo NOTES=0
check "a note that is not there is an error" fails_with "after step 4, the number of notes to consume should be 1"
demo CARRIED="1 MIDEN"
check "a note of another amount is an error" fails_with "after step 5, what the note carries should be 100 MIDEN"
demo ACCOUNTS=0
check "no account is an error" fails_with "after step 2, the number of accounts should be 1"
demo LEFT=1
check "a note that is left is an error" fails_with "after step 8, the number of notes to consume should be 0"
