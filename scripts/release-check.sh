#!/usr/bin/env bash
# release-check.sh [BUNDLE]: refuses to release a core that has the embedded chain, which is for
# demos and tests: money in it is not money.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
bundle=${1:-$here/../core/MidenSwiftCore.artifactbundle}

features=$("$here/core-features.sh" "$bundle")
# No spaces between a key and its value, whoever wrote the JSON.
plain=$(printf '%s' "$features" | tr -d ' \n')
case "$plain" in
    *'"embedded_chain":true'*)
        echo "refused: this core has the embedded chain; build the one to release with ./build.sh core" >&2
        exit 1
        ;;
    *'"embedded_chain":false'*) ;;
    *)
        echo "refused: the core does not say whether it has the embedded chain: $features" >&2
        exit 1
        ;;
esac
case "$plain" in
    *'"target_cpu":"native"'*)
        echo "note: built for CPUs like this machine's; for one that travels: ./build.sh core --cpu x86-64-v3" >&2
        ;;
esac
echo "fit for release: $features"
