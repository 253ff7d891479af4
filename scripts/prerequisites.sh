# shellcheck shell=bash
# What must be there before anything is built. Sourced by build.sh.

SWIFT_AT_LEAST=6.2
RUST_AT_LEAST=1.95

# The version in what a tool prints of itself, such as "rustc 1.95.0 (59807616e 2026-04-14)".
version_after() { sed -n "s/.*$1 \([0-9][0-9.]*\).*/\1/p" | head -n 1 || true; }

swift_version() { swift --version 2>/dev/null | version_after "Swift version"; }
cargo_version() { cargo --version 2>/dev/null | version_after cargo; }
rustc_version() { rustc --version 2>/dev/null | version_after rustc; }

swift_problem() {
    local version get="get it from https://www.swift.org/install/"
    if ! command -v swift >/dev/null; then
        echo "Swift is missing: $get (version $SWIFT_AT_LEAST or newer)."
        return
    fi
    version=$(swift_version)
    if [ -z "$version" ]; then
        echo "Swift does not start (\`swift --version\` fails): $get (version $SWIFT_AT_LEAST or newer)."
    elif ! version_at_least "$version" "$SWIFT_AT_LEAST"; then
        echo "Swift $version is too old, $SWIFT_AT_LEAST or newer is needed: $get."
    fi
}

rust_problem() { # cargo|rustc
    local version get="get Rust from https://rustup.rs"
    if ! command -v "$1" >/dev/null; then
        echo "$1 is missing: $get (version $RUST_AT_LEAST or newer)."
        return
    fi
    version=$("$1_version")
    if [ -z "$version" ]; then
        echo "$1 does not start (\`$1 --version\` fails): run \`rustup default stable\`, or $get."
    elif ! version_at_least "$version" "$RUST_AT_LEAST"; then
        echo "$1 $version is too old, $RUST_AT_LEAST or newer is needed: run \`rustup update stable\`, or $get."
    elif [ "$1" = rustc ] && [ "$version" = 1.98.0 ]; then
        echo "rustc 1.98.0 miscompiles code that the wallet depends on; 1.98.1 does not: run \`rustup update stable\`."
    fi
}

c_compiler_problem() {
    local compiler
    # Cargo's build scripts would use it, and no other.
    if [ -n "${CC:-}" ] && ! command -v "${CC%% *}" >/dev/null; then
        echo "CC names a C compiler that is not there ($CC): unset it, or name one that is."
        return
    fi
    for compiler in ${CC:+"${CC%% *}"} cc clang; do
        if command -v "$compiler" >/dev/null; then return; fi
    done
    case "$(uname -s)" in
        Darwin) echo "A C compiler is missing: run \`xcode-select --install\`." ;;
        *) echo "A C compiler is missing: install clang or gcc with your package manager, e.g. \`apt-get install clang\`." ;;
    esac
}

# Says everything that is missing at once, one sentence each, and ends with exit code 1.
check_prerequisites() {
    local problems
    problems=$(swift_problem; rust_problem cargo; rust_problem rustc; c_compiler_problem)
    [ -z "$problems" ] || {
        say "$problems"
        exit 1
    }
}
