# shellcheck shell=bash
# The Rust library, and the artifact bundle that Package.swift imports. Sourced by build.sh.

CORE_BUNDLE=$ROOT/core/MidenSwiftCore.artifactbundle
CORE_LIBRARY=libmiden_swift_client.a

core_host() { rustc -vV | sed -n 's/^host: //p'; }

# SwiftPM's name for rustc's target.
swift_triple() {
    case "$1" in
        aarch64-apple-darwin) echo arm64-apple-macosx ;;
        x86_64-apple-darwin) echo x86_64-apple-macosx ;;
        *) echo "$1" ;;
    esac
}

# core_rustflags CPU HOST: what rustc is told of the CPU. The proofs are some three times faster
# with the vector instructions, and those are chosen when the library is compiled.
core_rustflags() {
    case "$1" in
        native) echo "-C target-cpu=native" ;;
        x86-64-v3)
            case "$2" in
                x86_64-*) echo "-C target-cpu=x86-64-v3" ;;
                *) fail "--cpu x86-64-v3 is for x86-64, and this machine is ${2%%-*}: use native or baseline" 2 ;;
            esac
            ;;
        baseline) ;;
        *) fail "--cpu is native, x86-64-v3 or baseline, not $1" 2 ;;
    esac
}

# use_core_settings CPU CHAIN: CHAIN is yes or no. Every cargo command of the project runs with these,
# so that whatever one of them has built, the others find built.
use_core_settings() {
    local host flags
    host=$(core_host)
    flags=$(core_rustflags "$1" "$host")
    export RUSTFLAGS=$flags MIDEN_CORE_CPU=$1
    export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$ROOT/rust/target}
    unset CARGO_ENCODED_RUSTFLAGS CARGO_BUILD_TARGET
    # The crates declare Rust 1.98.1, to keep clear of 1.98.0 (refused above); they build from 1.95.
    CORE_FLAGS=(--locked --ignore-rust-version --release --target "$host")
    if [ "$2" = yes ]; then CORE_FLAGS+=(--features embedded-chain); fi
    CORE_OUTPUT=$CARGO_TARGET_DIR/$host/release
    if [ "$1" = native ]; then forget_other_machine "$host"; fi
    forget_other_checkout "$host"
}

# To cargo "native" is a name like any other: of a target folder that was filled on another machine (a
# restored cache, a copied checkout) it would use what may not run here.
forget_other_machine() {
    local stamp=$CARGO_TARGET_DIR/$1/native-cpu features
    features=$(rustc --print cfg -C target-cpu=native | grep '^target_feature=' | sort)
    if [ -f "$stamp" ] && [ "$(cat "$stamp")" != "$features" ]; then
        step "$CARGO_TARGET_DIR was built for another CPU: building again for this one"
        in_rust clean --release --target "$1"
    fi
    mkdir -p "$(dirname "$stamp")"
    printf '%s\n' "$features" | write_if_changed "$stamp"
}

# Cargo goes by the times of the sources and not by what is in them: in a target folder that several checkouts share,
# as CI's do, what another one has built would pass for this one's.
forget_other_checkout() {
    local stamp=$CARGO_TARGET_DIR/$1/checkout
    if [ -f "$stamp" ] && [ "$(cat "$stamp")" != "$ROOT" ]; then
        # Not by cargo's clean of these packages, which takes all that has the name of one of their tests: the crate
        # log, and with it nearly everything.
        touch "$ROOT"/rust/*/src/lib.rs "$ROOT"/rust/*/build.rs
        rm -rf "${CARGO_TARGET_DIR:?}/model"
    fi
    mkdir -p "$(dirname "$stamp")"
    printf '%s\n' "$ROOT" | write_if_changed "$stamp"
}

in_rust() { (cd "$ROOT/rust" && cargo "$@"); }

# The model of rust/runtime is a package apart: its scheduler has no say in what the core is built of.
in_model() {
    (cd "$ROOT/rust/runtime/model" &&
        env -u RUSTFLAGS CARGO_TARGET_DIR="$CARGO_TARGET_DIR/model" cargo "$1" --locked --release "${@:2}")
}

# build_core CPU CHAIN
build_core() {
    use_core_settings "$1" "$2"
    local built what="Rust core (--cpu $1)"
    if [ "$2" = yes ]; then what="$what with the embedded chain"; fi
    # Each of these has nearly all of the Rust side built for itself.
    built=$CARGO_TARGET_DIR/$(core_host)/built-$1-chain-$2
    if [ ! -f "$built" ]; then what="$what; the first build of this kind takes 10 to 20 minutes"; fi
    step "$what"
    in_rust build "${CORE_FLAGS[@]}" -p miden-swift-ffi
    : >"$built"
    assemble_bundle "$CORE_OUTPUT/$CORE_LIBRARY" "$(swift_triple "$(core_host)")"
}

# assemble_bundle LIBRARY TRIPLE: an SE-0482 bundle. What has not changed is left alone, so that the
# Swift products are linked again when the library is another, and only then.
assemble_bundle() {
    local library=$1 folder=$CORE_BUNDLE/$2 header=$ROOT/include/miden_swift_client.h
    [ -f "$header" ] || fail "$header is missing; it is committed, so restore it with git"
    mkdir -p "$folder" "$CORE_BUNDLE/include"
    copy_if_changed "$header" "$CORE_BUNDLE/include/miden_swift_client.h"
    copy_if_changed "$ROOT/include/module.modulemap" "$CORE_BUNDLE/include/module.modulemap"
    if ! same_file "$library" "$folder/$CORE_LIBRARY"; then
        rm -f "$folder/$CORE_LIBRARY"
        # 250 MB: a second name where that is possible, a copy where it is not.
        ln "$library" "$folder/$CORE_LIBRARY" 2>/dev/null || cp "$library" "$folder/$CORE_LIBRARY"
    fi
    bundle_info "$CORE_BUNDLE" MidenSwiftCore "$2" "$CORE_LIBRARY"
}

# bundle_info BUNDLE NAME TRIPLE LIBRARY: what a bundle with one static library says of itself.
bundle_info() {
    write_if_changed "$1/info.json" <<END
{
  "schemaVersion": "1.0",
  "artifacts": {
    "$2": {
      "type": "staticLibrary",
      "version": "0.1.0",
      "variants": [
        {
          "path": "$3/$4",
          "supportedTriples": ["$3"],
          "staticLibraryMetadata": {
            "headerPaths": ["include"],
            "moduleMapPath": "include/module.modulemap"
          }
        }
      ]
    }
  }
}
END
}

same_file() { [ "$1" -ef "$2" ] || cmp -s "$1" "$2"; }

core_command() {
    local cpu=native chain=no
    while [ $# -gt 0 ]; do
        case "$1" in
            --embedded-chain) chain=yes ;;
            --cpu)
                [ $# -ge 2 ] || fail "--cpu wants native, x86-64-v3 or baseline" 2
                cpu=$2
                shift
                ;;
            --cpu=*) cpu=${1#--cpu=} ;;
            *) fail "core does not know $1; ./build.sh help says what there is" 2 ;;
        esac
        shift
    done
    build_core "$cpu" "$chain"
    "$ROOT/scripts/core-features.sh" "$CORE_BUNDLE"
}
