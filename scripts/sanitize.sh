# shellcheck shell=bash
# The offline tests under ThreadSanitizer. Sourced by build.sh.
#
# A second build of the Swift package, in a folder of its own, so that neither disturbs the other. The Rust library is
# the one that is there: it is not instrumented, and what the tool cannot see of it the C module tells it
# (wc_sanitizer_release and its kin). Nothing is suppressed. The build takes three minutes of a core, the tests two.

sanitize_command() {
    local place=$ROOT/.build/thread-sanitizer
    local flags=(--sanitize=thread --scratch-path "$place" -Xswiftc -DTHREAD_SANITIZER)
    build_core native yes
    swift_build --build-tests "${flags[@]}"
    step "offline tests under ThreadSanitizer"
    (cd "$ROOT" && TSAN_OPTIONS="halt_on_error=1 ${TSAN_OPTIONS:-}" \
        swift test "${SWIFT_TRAITS[@]}" --skip-build --disable-xctest "${flags[@]}" --filter MidenSwiftClientOfflineTests)
}
