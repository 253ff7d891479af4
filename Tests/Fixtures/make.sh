#!/usr/bin/env bash
# Freezes what this version writes: make.sh MIDEN_CLI FOLDER. README.md says what is in the folder.
set -euo pipefail

cli=$1
mkdir -p "$2"
folder=$(cd "$2" && pwd)
contracts=$(cd "$(dirname "${BASH_SOURCE[0]}")/../Contracts" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

export MIDEN_NETWORK=embedded MIDEN_EMBEDDED_PROOFS=dummy MIDEN_DATA_DIR=$work/data HOME=$work
unset MIDEN_PROVER MIDEN_NOTE_TRANSPORT MIDEN_FAIL_POINT
printf 'correct horse battery staple\n' >"$work/passphrase"
chmod 600 "$work/passphrase"

run() { "$cli" "$@" >/dev/null; }
field() { # NAME COMMAND...
    local name=$1
    shift
    "$cli" "$@" --field "$name"
}

# freeze NAME FOLDER: a copy of a data directory without the files that only say that it is in use.
freeze() {
    rm -rf "${folder:?}/$1"
    mkdir -p "$(dirname "$folder/$1")"
    cp -R "$2" "$folder/$1"
    find "$folder/$1" -name '*.lock' -delete
}

# answer FILE exact|shape COMMAND...: what a command answers on a copy of the wallet.
answer() {
    local file=$folder/answers/$1.json comparison=$2 copy=$work/copy text argument list=
    shift 2
    rm -rf "$copy"
    mkdir -p "$copy/other/embedded" "$folder/answers"
    cp -R "$folder/wallet" "$copy/data"
    # Another wallet on the same chain.
    cp -R "$folder/wallet/embedded/chain" "$copy/other/embedded/"
    cp "$inputs"/* "$copy/"
    for argument in "$@"; do list="$list${list:+, }\"$argument\""; done
    text=$(cd "$copy" && MIDEN_DATA_DIR=$copy/data HOME=$copy "$cli" "$@" --json)
    printf '{\n  "arguments": [%s],\n  "comparison": "%s",\n  "answer": %s\n}\n' \
        "$list" "$comparison" "${text//$copy/DIRECTORY}" >"$file"
}

# A wallet with accounts of each kind, assets, notes in each state and transactions of each kind.
savings=$(field account_id new-wallet)
spending=$(field account_id new-wallet --private)
falcon=$(field account_id new-wallet --scheme falcon)
run rename "$savings" Savings
run rename "$spending" Spending
gold=$(field faucet_id new-faucet --symbol GOLD --decimals 4 --maximum-supply 1000000 --name "Gold coin")
run faucet --amount 100 --account "$savings"
run faucet --amount 50 --account "$spending" --token TOK
run sync
run consume --all --account "$savings" --yes
run consume --all --account "$spending" --yes
run mint --target "$savings" --asset 500::GOLD --yes
run mint --target "$falcon" --asset 70::GOLD --note-type private --yes
run sync
run consume --all --account "$savings" --yes
run consume --all --account "$falcon" --yes
run send "$spending" 12.5 --token MIDEN --account "$savings" --yes
run send "$spending" 1.25 --token MIDEN --private --account "$savings" --yes
run sync
run send "$falcon" 2 --token MIDEN --reclaim-height 90000 --timelock-height 80000 --account "$savings" --yes
run burn --asset 10::GOLD --account "$savings" --yes
run sync
offer=$(field note_id swap --offered-asset 5::GOLD --requested-asset 1::TOK --account "$savings" --note-type public --yes | head -1)
run sync
run fill-swap "$offer" --account "$spending" --yes
run sync
open_offer=$(field note_id swap --offered-asset 3::GOLD --requested-asset 2::TOK --account "$savings" --note-type public --yes | head -1)
cancelled=$(field note_id pswap create --offered-asset 8::GOLD --requested-asset 4::TOK --account "$savings" --note-type public --yes | head -1)
run sync
open_partial=$(field note_id pswap create --offered-asset 6::GOLD --requested-asset 4::TOK --account "$savings" --note-type public --yes | head -1)
run sync
run pswap cancel --note "$cancelled" --account "$savings" --yes
run sync
run compile "$contracts/counter.masm" --path external_contract::counter_contract --output "$work/counter.masp"
counter=$(field account_id new-account --packages "$work/counter.masp" --packages basic-wallet \
    --storage-map miden::tutorials::counter=0:41 --account-type public)
run sync
run call "$counter:increment_count" --package "$work/counter.masp" --yes
run sync
run tags --add 3221225472
note=$(field note_id faucet --amount 7 --account "$savings")
run sync
transaction=$(field transaction_id transactions --account "$savings" --limit 1 | head -1)
run use "$savings"
freeze wallet "$MIDEN_DATA_DIR"

# Files that commands read.
inputs=$folder/inputs
mkdir -p "$inputs"
cp "$work/passphrase" "$work/counter.masp" "$contracts/counter.masm" "$contracts/get_count.masm" \
    "$contracts/increment_note.masm" "$inputs/"
run backup "$inputs/2.backup" --file-passphrase-from "$work/passphrase"
run export-key "$savings" --filename "$inputs/savings.key" --file-passphrase-from "$work/passphrase"
run export "$savings" --filename "$inputs/savings.mac"
run export "$note" --filename "$inputs/payment.mno"
"$cli" sign --message "I am Alice" --account "$savings" --json >"$inputs/signature.json"
"$cli" new-wallet --mnemonic --data-dir "$work/mnemonic" --field mnemonic >"$inputs/mnemonic"
chmod 600 "$inputs/mnemonic"

# A wallet whose process ended while a payment was under way: written to the journal, and accepted by the network.
for point in after-journal after-submit; do
    rm -rf "$work/interrupted"
    cp -R "$folder/wallet" "$work/interrupted"
    ! MIDEN_DATA_DIR=$work/interrupted MIDEN_FAIL_POINT=$point:kill \
        "$cli" send "$spending" 4 --token MIDEN --account "$savings" --yes >/dev/null 2>&1
    freeze "$point" "$work/interrupted"
done
# The same with an entry of the journal's first version, which had no digest after its first 8 bytes.
freeze after-journal-1 "$folder/after-journal"
for entry in "$folder"/after-journal-1/embedded/store.sqlite3.journal/*.transaction; do
    tail -c +41 "$entry" >"$work/body"
    { printf MIDENTJ1 && cat "$work/body"; } >"$entry"
done

# A wallet whose keystore is under a passphrase.
run new-wallet --passphrase-file "$work/passphrase" --data-dir "$work/passphrase-wallet"
freeze passphrase-wallet "$work/passphrase-wallet"

# The answers of commands that change nothing: the same text in every later version, but for the order of keys.
answer info exact info
answer accounts exact accounts
answer use exact use
answer receive exact receive
answer balance exact balance
answer balance-of-one exact balance --account "$spending"
answer portfolio exact portfolio
answer tokens exact tokens
answer account exact account --show "$savings"
answer account-with-code exact account --inspect "$counter" --with-code
answer account-faucet exact account --show "$gold"
answer keys exact keys
answer notes exact notes
answer notes-all exact notes --all-states
answer notes-listed exact notes --list
answer notes-shown exact notes --show "$note"
answer notes-shown-with-code exact notes --show "$note" --with-code
answer outbox exact outbox
answer transactions exact transactions --limit 50
answer transaction exact transaction "$transaction"
answer faucets exact faucets
answer swaps exact swaps

answer address exact address
answer tags exact tags
answer storage exact storage "$counter"
answer call-preview exact call "$counter:get_count" --package counter.masp --preview
answer exec exact exec --package get_count.masm --link counter.masp --account "$counter"
answer send-preview exact send "$spending" 1 --token MIDEN --preview
answer verify exact verify signature.json --message "I am Alice"
answer compile exact compile counter.masm --path external_contract::counter_contract --output compiled.masp

# Of commands that change something: the same keys with values of the same types.
# The times that ping tells differ.
answer ping shape ping
answer restore shape restore --mnemonic-file mnemonic
answer init shape init
answer sync shape sync
answer new-wallet shape new-wallet
answer new-wallet-mnemonic shape new-wallet --mnemonic
answer rename shape rename "$savings" Vault
answer import-account shape import savings.mac --data-dir other
answer import-note shape import payment.mno
answer export shape export "$savings" --filename exported.mac
answer export-key shape export-key "$savings" --filename exported.key --file-passphrase-from passphrase
answer import-key shape import-key savings.key --file-passphrase-from passphrase --data-dir other
answer backup shape backup wallet.backup --file-passphrase-from passphrase
answer consume shape consume --all --yes
answer consume-preview shape consume --all --preview
answer consume-notes shape consume-notes --force
answer send shape send "$spending" 1.5 --token MIDEN --yes
answer transfer shape transfer --target "$spending" --asset 1::MIDEN --note-type public --force
answer faucet shape faucet --amount 3
answer new-faucet shape new-faucet --symbol SILVER --decimals 2 --maximum-supply 1000
answer mint shape mint --target "$savings" --asset 1::GOLD --yes
answer burn shape burn --asset 1::GOLD --yes
answer swap shape swap --offered-asset 1::GOLD --requested-asset 1::TOK --note-type public --yes
answer pswap shape pswap create --offered-asset 1::GOLD --requested-asset 1::TOK --note-type public --yes
answer fill-swap shape fill-swap "$open_offer" --account "$spending" --yes
answer cancel-swap shape cancel-swap "$open_partial" --yes
answer pswap-consume shape pswap consume --note "$open_partial" --fill-amount 50000 --account "$spending" --yes
answer pswap-cancel shape pswap cancel --note "$open_partial" --account "$savings" --yes
answer sign shape sign --message "I am Alice"
answer new-account shape new-account --packages counter.masp --packages basic-wallet --storage-map miden::tutorials::counter=0:41
answer call shape call "$counter:increment_count" --package counter.masp --yes
answer new-note shape new-note --package increment_note.masm --link counter.masp --yes
answer tags-add shape tags --add 3221225473
answer restore-backup shape restore-backup 2.backup --file-passphrase-from passphrase --data-dir other
