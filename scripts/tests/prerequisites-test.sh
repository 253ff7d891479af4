#!/usr/bin/env bash
# What build.sh says of a machine that lacks something: tried with a PATH of fake tools.
. "$(dirname "${BASH_SOURCE[0]}")/check.sh"

tools=$SCRATCH/bin
real_bash=$(command -v bash)
mkdir -p "$tools"
for tool in bash env dirname awk sed head tail uname cat grep cut tr; do ln -s "$(command -v $tool)" "$tools/$tool"; done

fake() { # NAME WHAT_IT_PRINTS
    printf '#!%s\necho "%s"\n' "$real_bash" "$2" >"$tools/$1"
    chmod +x "$tools/$1"
}
broken() {
    printf '#!%s\nexit 1\n' "$real_bash" >"$tools/$1"
    chmod +x "$tools/$1"
}
good_machine() {
    fake swift "Swift version 6.2 (swift-6.2-RELEASE)"
    fake cargo "cargo 1.95.0 (abc 2026-01-01)"
    fake rustc "rustc 1.95.0 (abc 2026-01-01)"
    fake cc "cc"
}
# Prerequisites only: `help` would not look, `core` would build; so the function itself.
look() {
    run env -u CC PATH="$tools" CARGO_HOME="$SCRATCH/nothing" "$real_bash" -c \
        "set -euo pipefail; . '$ROOT/scripts/common.sh'; . '$ROOT/scripts/prerequisites.sh'; check_prerequisites; echo fine"
}

good_machine
look
check "a good machine is fine" equals "$STATUS $OUTPUT" "0 fine"

fake swift "swift-driver version: 1.127.14.1 Apple Swift version 6.3 (swiftlang-6.3 clang-1700)"
look
check "Apple's Swift is understood" equals "$STATUS" 0

fake swift "Swift version 6.1.2 (swift-6.1.2-RELEASE)"
look
check "an old Swift is refused" equals "$STATUS" 1
check "with its version and the needed one" contains "$OUTPUT" "Swift 6.1.2 is too old, 6.2 or newer is needed"
check "and where to get it" contains "$OUTPUT" "https://www.swift.org/install/"

good_machine
rm "$tools/swift"
look
check "no Swift is refused" contains "$STATUS $OUTPUT" "1 Swift is missing"

good_machine
broken swift
look
check "a Swift that does not start is refused" contains "$STATUS $OUTPUT" "1 Swift does not start"

good_machine
fake cargo "cargo 1.94.1 (abc 2025-12-01)"
fake rustc "rustc 1.94.1 (abc 2025-12-01)"
look
check "an old cargo is refused" contains "$STATUS $OUTPUT" "1 cargo 1.94.1 is too old, 1.95 or newer is needed"
check "an old rustc too" contains "$OUTPUT" "rustc 1.94.1 is too old"

good_machine
fake cargo "cargo 1.98.0 (abc 2026-08-01)"
fake rustc "rustc 1.98.0 (abc 2026-08-01)"
look
check "rustc 1.98.0 is refused" equals "$STATUS" 1
check "by name, with the reason" contains "$OUTPUT" "rustc 1.98.0 miscompiles"

for version in 1.98.1 1.100.0 2.0.0 1.97.0-nightly; do
    good_machine
    fake cargo "cargo $version (abc 2026-09-01)"
    fake rustc "rustc $version (abc 2026-09-01)"
    look
    check "rustc $version is fine" equals "$STATUS $OUTPUT" "0 fine"
done

good_machine
broken cargo
look
check "a cargo without a toolchain is refused" contains "$STATUS $OUTPUT" "1 cargo does not start"

good_machine
rm "$tools/cc"
look
check "no C compiler is refused" contains "$STATUS $OUTPUT" "1 A C compiler is missing"
fake clang "clang"
look
check "clang is one" equals "$STATUS" 0

rm "$tools/swift" "$tools/cargo" "$tools/rustc" "$tools/clang"
look
check "everything that is missing is named at once" equals "$STATUS $(printf '%s\n' "$OUTPUT" | grep -c missing)" "1 4"

# The same by the front door: nothing is built, and no setup beside this checkout is run.
mkdir -p "$SCRATCH/checkout"
cp -R "$ROOT/build.sh" "$ROOT/scripts" "$SCRATCH/checkout/"
for command in demo test bench lint core; do
    run env -u CC PATH="$tools" CARGO_HOME="$SCRATCH/nothing" "$real_bash" "$SCRATCH/checkout/build.sh" $command
    check "build.sh $command looks before it builds" contains "$STATUS $OUTPUT" "1 Swift is missing"
done
