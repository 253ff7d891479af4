#!/usr/bin/env bash
# The circles of imports that lint refuses in the Rust crates.
. "$(dirname "${BASH_SOURCE[0]}")/check.sh"

SRC=$SCRATCH/rust/wallet/src

# A circle of one.rs, two/inner.rs, three.rs and four.rs. It leads through re-exports, a path in the
# code, and a `use` of several lines.
plant() {
    rm -rf "$SRC"
    mkdir -p "$SRC/two"
    printf 'mod four;\nmod one;\nmod three;\nmod two;\n\npub use one::One;\n' >"$SRC/lib.rs"
    printf 'use crate::two::Two;\n\npub struct One(Two);\n' >"$SRC/one.rs"
    printf 'mod inner;\n\npub use inner::Two;\n' >"$SRC/two/mod.rs"
    printf 'pub struct Two(crate::three::Three);\n' >"$SRC/two/inner.rs"
    printf 'use std::{\n    fmt::Debug,\n    io,\n};\n\nuse super::{\n    four::{Four, other},\n    four as last,\n};\n' >"$SRC/three.rs"
    printf 'use crate::One;\n\npub struct Four(One);\n' >"$SRC/four.rs"
}

imports() { # MOST: in OUTPUT and STATUS
    run bash -c "cd '$SCRATCH' && awk -v most=$1 -f '$ROOT/scripts/imports.awk' rust/wallet/src/lib.rs"
}

accepted() {
    imports 3
    equals "$STATUS $OUTPUT" "0 "
}

plant
imports 3
check "imports: a circle of four files is refused, and each is printed with what it imports" equals "$STATUS $OUTPUT" \
    "1 rust/wallet/src/four.rs, in a circle of 4 files, imports rust/wallet/src/one.rs
rust/wallet/src/one.rs, in a circle of 4 files, imports rust/wallet/src/two/inner.rs
rust/wallet/src/three.rs, in a circle of 4 files, imports rust/wallet/src/four.rs
rust/wallet/src/two/inner.rs, in a circle of 4 files, imports rust/wallet/src/three.rs"
imports 4
check "imports: a circle of as many files as may be is accepted" equals "$STATUS $OUTPUT" "0 "

printf '//! See crate::One.\n\npub struct Four(&str);\n\npub const TEXT: Four = Four("crate::One"); // crate::One\n' >"$SRC/four.rs"
check "imports: paths in comments and strings are none" accepted

plant
printf 'pub struct Four;\n\n#[cfg(test)]\nmod tests {\n    use crate::One;\n}\n' >"$SRC/four.rs"
check "imports: those of a module of tests are none" accepted

printf 'pub struct Four {\n    #[cfg(test)]\n    one: crate::One,\n}\n\n#[cfg(all(test, unix))]\nmod tests;\n' >"$SRC/four.rs"
check "imports: those of other items of tests are none" accepted

printf 'pub use crate::One;\n\npub struct Four;\n' >"$SRC/four.rs"
check "imports: a re-export is none" accepted

printf 'pub use crate::One;\n\npub struct Four(One);\n' >"$SRC/four.rs"
imports 3
check "imports: a re-export that its file uses is one" equals "$STATUS" 1

plant
run with_parts "ROOT='$SCRATCH' IMPORT_CRATES=wallet LINT_PROBLEMS=0; ln -s '$ROOT/scripts' '$SCRATCH/scripts'; lint_imports; echo problems: \$LINT_PROBLEMS"
check "imports: lint prints a circle" contains "$OUTPUT" "rust/wallet/src/four.rs, in a circle of 4 files"
check "imports: lint counts a problem" contains "$OUTPUT" "problems: 1"

rm "$SRC/three.rs"
imports 3
check "imports: a file that is missing is an error" equals "$STATUS $OUTPUT" "2 rust/wallet/src/three/mod.rs: cannot be read"
