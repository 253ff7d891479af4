# shellcheck shell=bash
# What must hold of the sources and the documentation besides the tests. Sourced by build.sh. (That the C header is what
# cbindgen makes of the sources is a Rust test. Warnings of the Swift and C compilers are errors by
# Package.swift, so that a build is the check.)

lint_problem() {
    say "lint: $*"
    LINT_PROBLEMS=$((LINT_PROBLEMS + 1))
}

lint_tools() {
    cargo fmt --version >/dev/null 2>&1 || fail "cargo fmt is missing: run \`rustup component add rustfmt\`"
    cargo clippy --version >/dev/null 2>&1 || fail "cargo clippy is missing: run \`rustup component add clippy\`"
}

lint_scripts() {
    local script scripts=("$ROOT"/build.sh "$ROOT"/.ci/run "$ROOT"/scripts/*.sh "$ROOT"/scripts/tests/*.sh "$ROOT"/Tests/Fixtures/make.sh)
    step "scripts"
    for script in "${scripts[@]}"; do
        bash -n "$script" || lint_problem "$script does not parse"
    done
    if command -v shellcheck >/dev/null; then
        shellcheck -S warning "${scripts[@]}" || lint_problem "shellcheck"
    fi
}

# Phrases that the documentation does not use: PATTERN=BETTER, each pattern an extended regular expression of whole
# words.
PROSE_PHRASES='Who(se)?=a sentence with "if", or "anyone who"
[Ww]hoever=a sentence with "if", or "anyone who"
[Ii]n the clear="unencrypted"
[Oo]f (its|their|our) own="its own" before the noun, "separate" or "custom"
[Nn]ot so where="except if"
[Aa]s ever="as before"
[Aa]t whatever="at any"
[Gg]oes on="continues"
[Ww]hat came of="the result of"
[Tt]ells? of="reports"
[Aa]s far as="if", "up to" or "to the extent that"
[Oo]ne[^a-z ]+s own="your own" or "custom"
[Ff]or ever="permanently" or "forever"
[Tt]o be had="available"
[Ww]here nobody="if nobody"
[Ww]here (not|nothing is) (given|said)( otherwise)?="by default"
[Nn]obody but="only"
[Tt]ill="until"
[Aa]nd its kin=the names of the others
[Ww]hat it takes="requirements"
[Gg]ives something away="spends"
([Oo]ne|[Tt]he whole) door="entry point"
[Ff]loors?="layer"'

# prose_problems FILE...: prints the place of each such phrase, and what to write. Fails if there is one. A phrase may go
# on in the next line.
prose_problems() {
    PHRASES=$PROSE_PHRASES awk '
        BEGIN {
            count = split(ENVIRON["PHRASES"], phrases, "\n")
            for (i = 1; i <= count; i++) {
                split_at = index(phrases[i], "=")
                pattern[i] = "(^|[^A-Za-z])(" substr(phrases[i], 1, split_at - 1) ")([^A-Za-z]|$)"
                better[i] = substr(phrases[i], split_at + 1)
            }
        }
        function check(text, following,    all, i, phrase) {
            sub(/^[ \t]+/, "", following)
            all = text " " following
            for (i = 1; i <= count; i++)
                if (match(all, pattern[i]) && RSTART <= length(text)) {
                    phrase = substr(all, RSTART, RLENGTH)
                    gsub(/^[^A-Za-z]|[^A-Za-z]$/, "", phrase)
                    printf "%s:%d: \"%s\": write %s\n", file, number, phrase, better[i]
                    found = 1
                }
        }
        FNR > 1 { check(previous, $0) }
        FNR == 1 && NR > 1 { check(previous, "") }
        { previous = $0; file = FILENAME; number = FNR }
        END { if (NR) check(previous, ""); exit found }
    ' "$@"
}

lint_prose() {
    step "prose"
    (cd "$ROOT" && prose_problems *.md docs/*.md docs/decisions/*.md {js,Benchmarks,Tests/Fixtures,Examples/dapp}/README.md) ||
        lint_problem "prose"
}

# The crates whose files import each other in no circle of more than three.
IMPORT_CRATES='wallet runtime'

lint_imports() {
    local crate
    step "imports"
    for crate in $IMPORT_CRATES; do
        (cd "$ROOT" && awk -v most=3 -f scripts/imports.awk "rust/$crate/src/lib.rs") ||
            lint_problem "files of rust/$crate import each other in a circle"
    done
}

# Types without code, which anything may decode.
CODELESS_TYPES='AccountId|AuthSecretKey|BlockNumber|Effects|FaucetMetadata|NoteId|ProtocolConfig|PublicKey|Signature|StoredReference|String|TransactionId|Word|u8|u32|u64'

# Where all others are decoded, and why that is no way in for code of a stranger: a FILE or a FOLDER/, and =REASON.
DECODERS='rust/wallet/src/foreign_code/=the guard, and what reads behind it
rust/wallet/src/chain/embedded/=a chain for tests, which is in no library that is shipped
rust/wallet/src/notes/delivery/entries.rs=private notes, behind the guard
rust/wallet/src/notes/delivery/held_notes.rs=private notes that were held, behind the guard
rust/wallet/src/transactions/journal.rs=transactions that this wallet made
rust/wallet/src/transactions/references/stored.rs=lists of attempts and of the ids of notes'

# decoder_problems FILE...: prints the place of each decoder of what may hold code. Fails if there is one. Tests are left out.
decoder_problems() {
    DECODERS=$DECODERS TYPES="^($CODELESS_TYPES)$" awk '
        BEGIN {
            count = split(ENVIRON["DECODERS"], decoders, "\n")
            for (i = 1; i <= count; i++) sub(/=.*/, "", decoders[i])
        }
        function is_decoder(    i) {
            for (i = 1; i <= count; i++)
                if (decoders[i] ~ /\/$/ ? index(FILENAME, decoders[i]) == 1 : FILENAME == decoders[i]) return 1
            return 0
        }
        FNR == 1 { skipped = FILENAME ~ /(^|[\/_])tests?(\.rs|\/)/ || is_decoder() }
        # The tests of a file are its end.
        /^#\[cfg\((all\()?test[,)]/ { skipped = 1 }
        skipped { next }
        {
            rest = $0
            sub(/\/\/.*/, "", rest)
            while (match(rest, /[A-Za-z0-9_>]+::(read_from|try_from_bytes)[a-z_]*/)) {
                found_text = substr(rest, RSTART, RLENGTH)
                rest = substr(rest, RSTART + RLENGTH)
                type = found_text
                sub(/::.*/, "", type)
                if (type ~ ENVIRON["TYPES"]) continue
                printf "%s:%d: %s: read it with crate::foreign_code, or name its type or file in scripts/lint.sh\n", FILENAME, FNR, found_text
                found = 1
            }
            if (rest ~ /fn read_whole/) {
                printf "%s:%d: fn read_whole: there is one in crate::foreign_code\n", FILENAME, FNR
                found = 1
            }
        }
        END { exit found }
    ' "$@"
}

lint_decoders() {
    local files
    step "decoders"
    mapfile -t files < <(cd "$ROOT" && find rust/*/src -name '*.rs' | sort)
    (cd "$ROOT" && decoder_problems "${files[@]}") || lint_problem "what may hold code is decoded without its guard"
}

lint_rust() {
    local chain
    step "rustfmt"
    in_rust fmt --all --check || lint_problem "rustfmt: run \`cargo fmt --all\` in rust/"
    (cd "$ROOT/rust/runtime/model" && cargo fmt --check) ||
        lint_problem "rustfmt: run \`cargo fmt\` in rust/runtime/model"
    for chain in yes no; do
        use_core_settings native $chain
        step "clippy, embedded chain: $chain"
        in_rust clippy "${CORE_FLAGS[@]}" --workspace --all-targets -- -D warnings ||
            lint_problem "clippy (embedded chain: $chain)"
    done
    step "clippy, models"
    in_model clippy --lib --tests -- -D warnings || lint_problem "clippy (models)"
}

# The Rust of the benchmarks is a package of its own.
lint_doors() {
    step "rustfmt and clippy, benchmarks"
    (cd "$BENCHMARKS/Comparison/doors" && cargo fmt --check) || lint_problem "rustfmt: run \`cargo fmt\` in Benchmarks/Comparison/doors"
    in_doors clippy --all-targets -- -D warnings || lint_problem "clippy (benchmarks)"
}

lint_swift() {
    local sources=("$ROOT/Package.swift" "$ROOT/Sources" "$ROOT/Plugins" "$ROOT/Tests" "$ROOT/Benchmarks" "$ROOT/Examples")
    step "swift format"
    # Not what Benchmarks/ has fetched.
    find "${sources[@]}" \( -name .build -o -name Generated \) -prune -o -name '*.swift' -print0 |
        xargs -0 swift format lint --strict --configuration "$ROOT/.swift-format" ||
        lint_problem "swift format: \`swift format --in-place --recursive Sources Tests\` mends most of it"
    swift_build --build-tests || lint_problem "the Swift package does not build without warnings"
}

lint_command() {
    LINT_PROBLEMS=0
    lint_tools
    lint_scripts
    lint_prose
    lint_imports
    lint_decoders
    lint_rust
    lint_doors
    build_core native yes
    lint_swift
    [ "$LINT_PROBLEMS" -eq 0 ] || fail "lint found $LINT_PROBLEMS problem(s)"
    step "lint found nothing"
}
