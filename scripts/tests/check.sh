# shellcheck shell=bash
# For the script tests: sourced by each of them. A check prints "ok NAME" or "not ok NAME".
set -euo pipefail
ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
export ROOT
SCRATCH=$(mktemp -d "${TMPDIR:-/tmp}/miden-script-test.XXXXXX")
trap 'rm -rf "$SCRATCH"; [ "$CHECKS_FAILED" -eq 0 ] || exit 1' EXIT
CHECKS_FAILED=0

check() { # NAME COMMAND...: the command must succeed
    local name=$1
    shift
    if "$@"; then
        echo "ok $name"
    else
        echo "not ok $name"
        CHECKS_FAILED=$((CHECKS_FAILED + 1))
    fi
}

equals() { # GOT WANTED
    [ "$1" = "$2" ] && return
    printf '# got:    %s\n# wanted: %s\n' "$1" "$2"
    return 1
}

contains() { # TEXT PART
    case "$1" in *"$2"*) return ;; esac
    printf '# got:    %s\n# wanted: %s\n' "$1" "... $2 ..."
    return 1
}

lacks() { ! contains "$1" "$2" >/dev/null; }

# run COMMAND...: leaves what it printed in OUTPUT and its exit code in STATUS.
# shellcheck disable=SC2034 # the tests read them
run() {
    STATUS=0
    OUTPUT=$("$@" 2>&1) || STATUS=$?
}

# with_parts SCRIPT: runs it in a shell of its own, with the functions of build.sh.
with_parts() {
    local parts="common prerequisites core swift services network counts c-abi fuzz js test lint demo example bench chaos"
    bash -c "set -euo pipefail; for part in $parts; do . '$ROOT/scripts/'\$part.sh; done; $1"
}
