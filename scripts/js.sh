# shellcheck shell=bash
# The tests of the JavaScript module, by itself and in Chromium. Sourced by build.sh.

test_js() {
    local status=0
    if ! command -v node >/dev/null; then
        say "!!! The JavaScript tests are SKIPPED: install node, e.g. \`apt-get install nodejs\`."
        add_count JavaScript 0 0 1
        return
    fi
    begin_group "JavaScript tests"
    (cd "$ROOT/js" && logged "$RESULTS/js.log" node --test --test-reporter=tap) || status=$?
    add_group JavaScript "$status" "$(node_counts "$RESULTS/js.log")"
    test_js_types
}

# That the types take what a page in TypeScript writes.
test_js_types() {
    local status=0 counts="1 0 0"
    if ! command -v tsc >/dev/null; then
        say "!!! The check of the TypeScript types is SKIPPED: install tsc, e.g. \`apt-get install node-typescript\`."
        add_count "JavaScript, types" 0 0 1
        return
    fi
    begin_group "TypeScript types"
    logged "$RESULTS/js-types.log" tsc -p "$ROOT/js" || status=$?
    if [ "$status" -ne 0 ]; then counts="0 1 0"; fi
    add_group "JavaScript, types" "$status" "$counts"
}

# In Chromium, with a wallet in Swift behind the page. CI has to run them.
test_browser() {
    local missing program status=0
    missing=$(not_on_path node "${MIDEN_BROWSER_TEST_CHROMIUM:-chromium}" | sed 's/^node$/nodejs/' | xargs)
    if [ -n "$missing" ]; then
        say "!!! The browser tests are SKIPPED: \`apt-get install $missing\` installs what they need."
        if [ -n "${CI:-}" ]; then
            say "!!! CI is set, so that is a failure."
            add_count "JavaScript, browser (skipped)" 0 1 0
        else
            add_count "JavaScript, browser" 0 0 1
        fi
        return
    fi
    build_swift_tests || return 0
    begin_group "browser tests"
    if ! build_example; then
        say "error: the sample dApp does not build"
        add_group "JavaScript, browser" 1 "0 0 0"
        return
    fi
    program=$(swift_bin_path)/MidenBrowserTestWallet
    (cd "$ROOT/js" && MIDEN_BROWSER_TEST_WALLET=$program MIDEN_EXAMPLE_DAPP=$(example_program) logged "$RESULTS/browser.log" \
        node --test --test-concurrency=2 --test-reporter=tap browser/{,extension-,transaction-,limit-,restart-,example-}scenarios.js) || status=$?
    add_group "JavaScript, browser" "$status" "$(node_counts "$RESULTS/browser.log")"
}
