#!/usr/bin/env bash
# The flags of the core, its artifact bundle, and the release check, on libraries of three lines.
. "$(dirname "${BASH_SOURCE[0]}")/check.sh"

run with_parts 'core_rustflags native x86_64-unknown-linux-gnu'
check "native" equals "$STATUS $OUTPUT" "0 -C target-cpu=native"
run with_parts 'core_rustflags x86-64-v3 x86_64-unknown-linux-gnu'
check "x86-64-v3" equals "$STATUS $OUTPUT" "0 -C target-cpu=x86-64-v3"
run with_parts 'core_rustflags baseline x86_64-unknown-linux-gnu'
check "baseline" equals "$STATUS $OUTPUT" "0 "
run with_parts 'core_rustflags x86-64-v3 aarch64-apple-darwin'
check "x86-64-v3 on another architecture is refused" contains "$STATUS $OUTPUT" "2 error: --cpu x86-64-v3 is for x86-64"
run with_parts 'core_rustflags 8086 x86_64-unknown-linux-gnu'
check "an unknown CPU is refused" contains "$STATUS $OUTPUT" "2 error: --cpu is native, x86-64-v3 or baseline"
run with_parts 'core_command --fast'
check "an unknown option is refused" equals "$STATUS" 2
run with_parts 'core_command --cpu'
check "--cpu without a name is refused" equals "$STATUS" 2

run with_parts 'core_host() { echo x86_64-unknown-linux-gnu; }; forget_other_machine() { :; }; forget_other_checkout() { :; }
    CARGO_TARGET_DIR=/t use_core_settings native yes; echo "$RUSTFLAGS|$MIDEN_CORE_CPU|${CORE_FLAGS[*]}|$CORE_OUTPUT"'
check "one set of settings for every cargo command" equals "$OUTPUT" \
    "-C target-cpu=native|native|--locked --ignore-rust-version --release --target x86_64-unknown-linux-gnu --features embedded-chain|/t/x86_64-unknown-linux-gnu/release"

# A target folder that another machine has filled.
run with_parts "rustc() { echo 'target_feature=\"avx\"'; }; in_rust() { echo cargo \$*; }; CARGO_TARGET_DIR='$SCRATCH/target'
    forget_other_machine host; forget_other_machine host"
check "what was built for this CPU is kept" equals "$STATUS $OUTPUT" "0 "
run with_parts "rustc() { echo 'target_feature=\"neon\"'; }; in_rust() { echo cargo \$*; }; CARGO_TARGET_DIR='$SCRATCH/target'
    forget_other_machine host"
check "what was built for another is not" contains "$OUTPUT" "cargo clean --release --target host"

# A target folder that another checkout has filled.
builds_in() { # CHECKOUT
    run with_parts "CARGO_TARGET_DIR='$SCRATCH/shared'; ROOT='$SCRATCH/$1'; forget_other_checkout host"
}
for name in a b; do
    mkdir -p "$SCRATCH/$name/rust/wallet/src"
    touch -d 2001-01-01 "$SCRATCH/$name/rust/wallet/src/lib.rs" "$SCRATCH/$name/rust/wallet/build.rs"
done
builds_in a
builds_in a
check "what this checkout has built is kept" test "$SCRATCH/a/rust/wallet/src/lib.rs" -ot "$ROOT/build.sh"
mkdir "$SCRATCH/shared/model"
builds_in b
check "what another has built is not" test "$SCRATCH/b/rust/wallet/src/lib.rs" -nt "$SCRATCH/a/rust/wallet/src/lib.rs"
check "nor its build scripts" test "$SCRATCH/b/rust/wallet/build.rs" -nt "$SCRATCH/a/rust/wallet/build.rs"
check "nor of the models" test ! -e "$SCRATCH/shared/model"

# A checkout of its own, with a header and two libraries.
checkout=$SCRATCH/checkout
mkdir -p "$checkout/include" "$checkout/scripts"
cp "$ROOT"/scripts/core-features.* "$ROOT/scripts/common.sh" "$ROOT/scripts/release-check.sh" "$checkout/scripts/"
cp "$ROOT/include/module.modulemap" "$checkout/include/"
echo 'const char *wc_features(void);' >"$checkout/include/miden_swift_client.h"
compiler=${CC:-$(command -v cc || command -v clang)}
library() { # NAME FEATURES
    mkdir -p "$SCRATCH/$1"
    printf 'const char *wc_features(void) { return "%s"; }\n' "$2" >"$SCRATCH/$1/core.c"
    "$compiler" -c "$SCRATCH/$1/core.c" -o "$SCRATCH/$1/core.o"
    ar rcs "$SCRATCH/$1/libmiden_swift_client.a" "$SCRATCH/$1/core.o"
}
library development '{\"embedded_chain\":true,\"target_cpu\":\"native\"}'
library production '{\"embedded_chain\": false,\"target_cpu\":\"x86-64-v3\"}'
library silent '{}'
bundle=$checkout/core/MidenSwiftCore.artifactbundle
assemble() { # NAME
    run with_parts "ROOT='$checkout'; CORE_BUNDLE='$bundle'; assemble_bundle '$SCRATCH/$1/libmiden_swift_client.a' some-triple"
}
# Which file is which, and what was written since.
state() { (cd "$bundle" && find . -type f -exec ls -i {} + | sort && find . -type f -newer "$SCRATCH/mark"); }

assemble development
check "the bundle is assembled" equals "$STATUS $(cd "$bundle" && find . -type f | sort | xargs)" \
    "0 ./include/miden_swift_client.h ./include/module.modulemap ./info.json ./some-triple/libmiden_swift_client.a"
check "its description names the library" contains "$(cat "$bundle/info.json")" '"path": "some-triple/libmiden_swift_client.a"'
touch "$SCRATCH/mark"
before=$(state)
cp "$SCRATCH/development/libmiden_swift_client.a" "$SCRATCH/same.a"
mv "$SCRATCH/same.a" "$SCRATCH/development/libmiden_swift_client.a"
assemble development
check "the same library again changes nothing" equals "$(state)" "$before"

run "$checkout/scripts/release-check.sh"
check "the release check refuses the embedded chain" contains "$STATUS $OUTPUT" "1 refused: this core has the embedded chain"
assemble production
check "another library takes its place" cmp "$SCRATCH/production/libmiden_swift_client.a" "$bundle/some-triple/libmiden_swift_client.a"
run "$checkout/scripts/release-check.sh" "$bundle"
check "the release check lets a production core pass" contains "$STATUS $OUTPUT" "0 fit for release"
assemble silent
run "$checkout/scripts/release-check.sh"
check "the release check refuses a core that does not say" contains "$STATUS $OUTPUT" "1 refused: the core does not say"
rm -r "$bundle"
run "$checkout/scripts/release-check.sh"
check "the release check refuses no core at all" contains "$STATUS $OUTPUT" "1 error: there is no library"
rm "$checkout/include/miden_swift_client.h"
assemble production
check "a bundle without its header is refused" equals "$STATUS" 1
