# shellcheck shell=bash
# The Swift package. Sourced by build.sh. One configuration, debug, for demo and tests: a second one
# would build every dependency a second time, and the work is done by the Rust library anyway.

# What build.sh builds has the server as well.
SWIFT_TRAITS=(--traits WalletServer)

swift_build() { # ARGUMENTS...
    step "Swift package"
    (cd "$ROOT" && swift build "${SWIFT_TRAITS[@]}" "$@")
}

swift_bin_path() { (cd "$ROOT" && swift build "${SWIFT_TRAITS[@]}" "$@" --show-bin-path); }
