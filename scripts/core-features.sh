#!/usr/bin/env bash
# core-features.sh [BUNDLE]: asks the library in the bundle what it is, by linking and running it.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
bundle=${1:-$here/../core/MidenSwiftCore.artifactbundle}

libraries=("$bundle"/*/libmiden_swift_client.a)
[ -f "${libraries[0]}" ] || { echo "error: there is no library in $bundle: run ./build.sh core" >&2; exit 1; }
[ ${#libraries[@]} -eq 1 ] || { echo "error: more than one library in $bundle" >&2; exit 1; }

# shellcheck source=/dev/null
. "$here/common.sh"
read -ra system <<<"$(system_libraries)"
compiler=${CC:-}
[ -n "$compiler" ] || compiler=$(command -v cc || command -v clang)
folder=$(mktemp -d "${TMPDIR:-/tmp}/miden-features.XXXXXX")
trap 'rm -rf "$folder"' EXIT
"$compiler" -I"$bundle/include" "$here/core-features.c" "${libraries[0]}" "${system[@]}" -o "$folder/features"
"$folder/features"
