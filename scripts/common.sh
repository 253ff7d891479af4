# shellcheck shell=bash
# Words and small tools for the other scripts. Sourced by build.sh.

step() { printf '==> %s\n' "$*"; }
say() { printf '%s\n' "$*" >&2; }

# fail SENTENCE [EXIT_CODE]
fail() {
    say "error: $1"
    exit "${2:-1}"
}

# Runs a command and shows its output only if it fails.
quietly() {
    local log status=0
    log=$(mktemp "${TMPDIR:-/tmp}/miden-build.XXXXXX")
    "$@" >"$log" 2>&1 || status=$?
    if [ $status -ne 0 ]; then
        cat "$log" >&2
        say "error: $* failed (exit code $status)"
    fi
    rm -f "$log"
    return $status
}

# copy_if_changed FROM TO: leaves the time of an unchanged file alone, so that nothing is rebuilt.
copy_if_changed() { cmp -s "$1" "$2" || cp "$1" "$2"; }

# write_if_changed FILE: the same for what comes on stdin.
write_if_changed() {
    local text
    text=$(cat)
    [ -f "$1" ] && [ "$(cat "$1")" = "$text" ] || printf '%s\n' "$text" >"$1"
}

# version_at_least HAVE WANTED: compares up to three numbers separated by dots.
version_at_least() {
    awk -v have="$1" -v wanted="$2" 'BEGIN {
        split(have, h, "."); split(wanted, w, ".")
        for (i = 1; i <= 3; i++) {
            if (h[i] + 0 > w[i] + 0) exit 0
            if (h[i] + 0 < w[i] + 0) exit 1
        }
        exit 0
    }'
}

# What a C program that has the Rust library in it is linked with besides.
system_libraries() {
    case "$(uname -s)" in
        Darwin) echo "-framework Security -framework CoreFoundation" ;;
        *) echo "-lm -lpthread -ldl" ;;
    esac
}
