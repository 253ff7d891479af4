# shellcheck shell=bash
# The tests of the JavaScript module. Sourced by build.sh.

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
