#!/usr/bin/env bash
# The phrases that lint refuses in the documentation.
. "$(dirname "${BASH_SOURCE[0]}")/check.sh"

prose() { # FILE...
    run with_parts "cd '$SCRATCH'; prose_problems $*"
}

refused() { # TEXT: one line, in a file after a line that is accepted
    printf 'The wallet syncs.\n%s\n' "$1" >"$SCRATCH/page.md"
    prose page.md
    [ "$STATUS" -eq 1 ] && contains "$OUTPUT" "page.md:2: "
}

for phrase in "Who forgets it loses the keys." "- Who has the file" "Whose key it is" "whoever has the file" \
    "keys in the clear" "a format of its own" "threads of their own" "Not so where there is none" "It works as ever." \
    "at whatever place" "The thread goes on." "what came of it" "The file tells of it." \
    "It goes as far as the tip." "An HSM of one's own." "One’s own key." "It stays for ever." "It is not to be had." \
    "Where nobody answers" "where not given, 10 seconds" "where nothing is said otherwise" \
    "for nobody but the user" "till then" "\`queueFull\` and its kin" "## What it takes" "What gives something away asks first." "through one door" "the floors of a call"; do
    check "prose: \"$phrase\" is refused" refused "$phrase"
done

printf 'It goes as far as the tip.\n' >"$SCRATCH/page.md"
prose page.md
check "prose: the place, the phrase and a better one are printed" equals "$OUTPUT" \
    'page.md:1: "as far as": write "if", "up to" or "to the extent that"'

printf 'It goes as\n  far as the tip, and stays for\never.\n' >"$SCRATCH/page.md"
prose page.md
check "prose: a phrase across two lines is refused once, where it begins" equals "$OUTPUT" \
    'page.md:1: "as far as": write "if", "up to" or "to the extent that"
page.md:2: "for ever": write "permanently" or "forever"'

printf 'Anyone who has the file can sign, as the table says.\nIt is still there forever.\nas far\n' >"$SCRATCH/page.md"
printf 'as\n\nThe WHO.\n' >"$SCRATCH/other.md"
prose page.md other.md
check "prose: other sentences, words and files are accepted" equals "$STATUS $OUTPUT" "0 "

printf 'till\n' >"$SCRATCH/page.md"
printf 'forever\ntill' >"$SCRATCH/other.md"
prose page.md other.md
check "prose: the last line of each file is read" equals "$OUTPUT" 'page.md:1: "till": write "until"
other.md:2: "till": write "until"'

pages="README.md docs/a.md docs/decisions/b.md js/README.md Benchmarks/README.md Tests/Fixtures/README.md Examples/dapp/README.md"
for file in $pages; do
    mkdir -p "$SCRATCH/$(dirname "$file")"
    printf 'till\n' >"$SCRATCH/$file"
done
run with_parts "ROOT='$SCRATCH' LINT_PROBLEMS=0; lint_prose; echo problems: \$LINT_PROBLEMS"
for file in $pages; do
    check "prose: lint reads $file" contains "$OUTPUT" "$file:1: \"till\""
done
check "prose: lint counts a problem" contains "$OUTPUT" "problems: 1"

mkdir -p "$SCRATCH/rust/wallet/src/foreign_code" "$SCRATCH/rust/wallet/src/files"
decoders() { # FILE...
    run with_parts "cd '$SCRATCH'; decoder_problems $*"
}

decoder_refused() { # CODE: in a file after a line that is accepted
    printf 'fn f() {}\n%s\n' "$1" >"$SCRATCH/rust/wallet/src/files/a.rs"
    decoders rust/wallet/src/files/a.rs
    [ "$STATUS" -eq 1 ] && contains "$OUTPUT" "rust/wallet/src/files/a.rs:2: "
}

for code in "NoteFile::try_from_bytes(file)" "Package::read_from(&mut reader)" "Note::read_from_bytes(&bytes)" \
    "NoteDetails::read_from_bytes_with_budget(b, 9)" "AccountId::read_from_bytes(&a); Vec::<Note>::read_from(&mut r)" \
    "T::read_from(&mut reader)" ".map(MastForest::read_from_bytes)" "fn read_whole<T>(bytes: &[u8]) {}"; do
    check "decoders: \"$code\" is refused" decoder_refused "$code"
done

file=rust/wallet/src/files/a.rs
{
    printf 'let note = NoteId::read_from_bytes(&bytes);\n// Note::read_from_bytes\nlet file = read_note_file(&bytes)?;\n'
    printf '#[cfg(test)]\nmod tests {\n    fn f() { Note::read_from_bytes(&bytes); }\n}\n'
} >"$SCRATCH/$file"
guard=rust/wallet/src/foreign_code/reading.rs
printf 'let value = T::read_from(&mut reader)?;\n' >"$SCRATCH/$guard"
tests=rust/wallet/src/files/tests.rs
printf 'let note = Note::read_from_bytes(&bytes);\n' >"$SCRATCH/$tests"
decoders "$file" "$guard" "$tests"
check "decoders: ids, comments, tests and the guard are accepted" equals "$STATUS $OUTPUT" "0 "
printf 'let note = Note::read_from_bytes(&bytes);\n' >"$SCRATCH/$file"
run with_parts "ROOT='$SCRATCH' LINT_PROBLEMS=0; lint_decoders; echo problems: \$LINT_PROBLEMS"
check "decoders: lint reads the crates and counts a problem" contains "$OUTPUT" "problems: 1"
