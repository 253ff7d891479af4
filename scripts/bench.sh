# shellcheck shell=bash
# The benchmarks. Sourced by build.sh.

BENCHMARKS=$ROOT/Benchmarks

bench_command() { # [suite|comparison|rpc|notes|requests|generator]
    local part=${1:-all} has_suite=yes
    case "$part" in
        all | suite | comparison | rpc | notes | requests | generator) ;;
        *) fail "bench has the parts suite, comparison, rpc, notes, requests and generator, not $part" 2 ;;
    esac
    # Before anything is built: what is missing here is known at once, and the builds take minutes.
    case "$part" in all | suite) can_build_suite || has_suite=no ;; esac
    if [ "$part $has_suite" = "suite no" ]; then exit 3; fi
    build_core native yes
    case "$part" in all | comparison) bench_comparison ;; esac
    case "$part" in all | rpc) bench_rpc ;; esac
    case "$part" in all | notes) bench_notes ;; esac
    case "$part" in all | requests) bench_requests ;; esac
    case "$part" in all | generator) bench_generator ;; esac
    case "$part" in
        all | suite)
            [ "$has_suite" = yes ] || exit 3
            bench_suite
            ;;
    esac
}

# The wallet RPC: requests beside an empty echo on the same server.
bench_rpc() {
    swift_build -c release --product MidenRPCBenchmark
    step "wallet RPC"
    "$(swift_bin_path -c release)/MidenRPCBenchmark"
}

# Requests between apps: approvals beside payments of the wallet's own app, and a folder that has many beside one that has few.
bench_requests() {
    swift_build -c release --product MidenRequestsBenchmark
    step "requests between apps"
    "$(swift_bin_path -c release)/MidenRequestsBenchmark"
}

# Generated Swift: what it costs to generate, to build and to call. It runs the command, too.
bench_generator() {
    local bin
    swift_build -c release --product MidenGeneratorBenchmark
    swift_build -c release --product miden-cli
    bin=$(swift_bin_path -c release)
    step "generated Swift"
    MIDEN_CLI=$bin/miden-cli "$bin/MidenGeneratorBenchmark"
}

# A sync with private notes that are refused beside one with honest ones. Of the whole workspace, as the genesis maker is.
bench_notes() {
    in_rust build "${CORE_FLAGS[@]}" --workspace --example private_notes
    step "private notes"
    "$CORE_OUTPUT/examples/private_notes" 1000 5
}

# Asked with a package that depends on nothing else: the one of the benchmarks wants the built core as well.
can_build_suite() {
    local probe status=0 dependency
    dependency=$(grep 'url: "https://github.com/ordo-one/benchmark"' "$BENCHMARKS/Package.swift")
    probe=$(mktemp -d "${TMPDIR:-/tmp}/miden-benchmark-probe.XXXXXX")
    printf '%s\n' '// swift-tools-version: 6.2' 'import PackageDescription' \
        "let package = Package(name: \"Probe\", dependencies: [$dependency])" >"$probe/Package.swift"
    swift package --package-path "$probe" resolve || status=$?
    rm -rf "$probe"
    [ "$status" -ne 0 ] || return 0
    say "The suite needs https://github.com/ordo-one/benchmark (1.29.0 or newer) and what it depends on, and"
    say "SwiftPM cannot fetch them here: the lines above say which and why. Nothing else needs them"
    say "(./build.sh bench comparison does not)."
    return 1
}

# package-benchmark: each workload by itself.
bench_suite() {
    build_doors
    step "Benchmarks"
    # Progress bars are for those who watch, and the output is also kept.
    swift package --package-path "$BENCHMARKS" benchmark --no-progress
}

# The SDK beside UniFFI, bare tokio, plain C calls and plain Rust: one run, one table.
bench_comparison() {
    local package=$BENCHMARKS/Comparison bin
    build_doors
    step "Plain Rust"
    in_rust build "${CORE_FLAGS[@]}" --workspace --example plain_consume
    step "Comparison"
    swift build --package-path "$package" -c release
    bin=$(swift build --package-path "$package" -c release --show-bin-path)
    "$bin/Comparison" --sdk "$bin/SDKDoor" --uniffi "$bin/UniFFIDoor" --tokio "$DOORS_OUTPUT/bare-tokio" \
        --plain-consume "$CORE_OUTPUT/examples/plain_consume" \
        --results "$BENCHMARKS/Results" --readme "$BENCHMARKS/README.md"
}

# What the SDK is compared with: a Rust library with UniFFI's Swift binding, as a bundle like the core's,
# and a program. Its target folder is its own, as its features are.
build_doors() {
    local package=$BENCHMARKS/Comparison binding library triple bundle
    triple=$(swift_triple "$(core_host)")
    bundle=$package/doors.artifactbundle
    DOORS_OUTPUT=${DOORS_TARGET_DIR:-$package/doors/target}/release
    step "What the SDK is compared with"
    in_doors build --features bindgen
    library=libcomparison_doors.a
    binding=$(mktemp -d "${TMPDIR:-/tmp}/miden-binding.XXXXXX")
    in_doors run --quiet --features bindgen --bin uniffi-bindgen -- generate \
        --language swift --no-format --out-dir "$binding" "$DOORS_OUTPUT/$library"
    mkdir -p "$package/Generated" "$bundle/include" "$bundle/$triple"
    copy_if_changed "$binding/comparison_doors.swift" "$package/Generated/UniFFIBinding.swift"
    copy_if_changed "$binding/comparison_doorsFFI.h" "$bundle/include/comparison_doorsFFI.h"
    copy_if_changed "$binding/comparison_doorsFFI.modulemap" "$bundle/include/module.modulemap"
    rm -rf "$binding"
    copy_if_changed "$DOORS_OUTPUT/$library" "$bundle/$triple/$library"
    bundle_info "$bundle" comparison_doors "$triple" "$library"
}

# The same settings as the core: for this machine.
in_doors() {
    (cd "$BENCHMARKS/Comparison/doors" &&
        CARGO_TARGET_DIR=${DOORS_TARGET_DIR:-$BENCHMARKS/Comparison/doors/target} \
            cargo "$1" --locked --ignore-rust-version --release "${@:2}")
}
