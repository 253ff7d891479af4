# shellcheck shell=bash
# The benchmarks. Sourced by build.sh.

bench_command() {
    local package=$ROOT/Benchmarks
    build_core native yes
    step "Benchmarks"
    if ! swift package --package-path "$package" resolve; then
        say "The benchmarks need https://github.com/ordo-one/benchmark (1.29.0 or newer) and what it depends"
        say "on, and SwiftPM cannot fetch them here: the lines above say which and why. Nothing else needs them."
        exit 3
    fi
    # Progress bars are for those who watch, and the output is also kept.
    swift package --package-path "$package" benchmark --no-progress
}
