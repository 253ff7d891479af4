#!/usr/bin/env bash
# The counts that `build.sh test` ends with.
. "$(dirname "${BASH_SOURCE[0]}")/check.sh"

cat >"$SCRATCH/rust.log" <<'END'
test a ... ok
test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 1.20s
test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
END
run with_parts "rust_counts '$SCRATCH/rust.log'"
check "Rust" equals "$OUTPUT" "15 2 1"

cat >"$SCRATCH/swift.xml" <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
  <testsuite name="TestResults" errors="0" tests="4" failures="3" skipped="1" time="0.0038">
    <testcase classname="OfflineTests" name="a()" time="0.0008" />
    <testcase classname="OfflineTests.Suite" name="b()" time="0.0008">
      <failure message="one" />
      <failure message="two" />
    </testcase>
    <testcase classname="OfflineTestsOfAnother" name="c()" time="0.0008" />
    <testcase classname="NetworkTests.Suite" name="d()" >
      <skipped>no network</skipped>
    </testcase>
    <testcase classname="OfflineTests.Suite" name="e()" time="0.0008" />
  </testsuite>
</testsuites>
END
run with_parts "swift_counts '$SCRATCH/swift.xml' OfflineTests"
check "Swift, with a test that failed twice" equals "$OUTPUT" "2 1 0"
run with_parts "swift_counts '$SCRATCH/swift.xml' NetworkTests"
check "Swift, skipped" equals "$OUTPUT" "0 0 1"
run with_parts "swift_counts '$SCRATCH/none.xml' OfflineTests"
check "Swift, of a run that crashed" equals "$OUTPUT" "0 0 0"

cat >"$SCRATCH/slow.xml" <<'END'
    <testcase classname="NetworkTests.Suite" name="slowest(_:)" time="60.25" />
    <testcase classname="NetworkTests.Suite" name="skipped()" >
      <skipped />
    </testcase>
    <testcase classname="NetworkTests" name="&quot;a &amp; b&quot;" time="9.04">
      <failure message="one" />
    </testcase>
END
for number in 1 2 3 4 5 6 7 8 9; do
    echo "    <testcase classname=\"OfflineTests\" name=\"t$number()\" time=\"1.$number\" />" >>"$SCRATCH/slow.xml"
done
run with_parts "print_slowest '$SCRATCH/swift.xml' '$SCRATCH/slow.xml'"
check "the ten slowest of all files" equals "$OUTPUT" '     60.2 s  NetworkTests.Suite slowest(_:)
      9.0 s  NetworkTests "a & b"
      1.9 s  OfflineTests t9()
      1.8 s  OfflineTests t8()
      1.7 s  OfflineTests t7()
      1.6 s  OfflineTests t6()
      1.5 s  OfflineTests t5()
      1.4 s  OfflineTests t4()
      1.3 s  OfflineTests t3()
      1.2 s  OfflineTests t2()'

printf 'ok 1 - a\n# tests 9\n# pass 4\n# fail 2\n# cancelled 1\n# skipped 1\n# todo 1\n' >"$SCRATCH/js.log"
run with_parts "node_counts '$SCRATCH/js.log'"
check "JavaScript, with a cancelled test as failed" equals "$OUTPUT" "4 3 2"

printf 'ok a\n# note\nnot ok b\nok c\n' >"$SCRATCH/scripts.log"
run with_parts "script_counts '$SCRATCH/scripts.log'"
check "scripts" equals "$OUTPUT" "2 1 0"

# What failed is told with its reasons, and nothing else is, in the words of each program.
failures() { # NAME_OF_THE_LOG: its text comes on stdin
    mkdir -p "$SCRATCH/logs"
    cat >"$SCRATCH/logs/$1.log"
    run with_parts "print_failures '$SCRATCH/logs/$1.log'"
}

failures offline <<'END'
[0/1] Planning build
◇ Test "a: error: b" started.
✘ Test "b" recorded an issue at B.swift:4:5: Expectation failed: (text → "abc
def") == "x"
↳ why
  it was
✔ Test "c: Fatal error: d" passed after 1.000 seconds.
↳ of another
a note: error: of a command that a test expects
✘ Test "b" failed after 0.002 seconds with 1 issue.
✘ Test run with 3 tests in 1 suite failed after 0.003 seconds with 1 issue.
Bridge/E.swift:7: Fatal error: f
error: Exited with unexpected signal code 5
END
check "what failed of Swift's tests" equals "$OUTPUT" '✘ Test "b" recorded an issue at B.swift:4:5: Expectation failed: (text → "abc
def") == "x"
↳ why
  it was
Bridge/E.swift:7: Fatal error: f
error: Exited with unexpected signal code 5'

failures rust <<'END'
   Compiling wallet v0.1.0
test d: error: of_a_name ... ok
thread 'expected' (7) panicked at wallet/p.rs:1:2:
in a program that a test starts
test e ... FAILED

failures:

---- e stdout ----

thread 'e' (8) panicked at wallet/e.rs:1:2:
assertion `left == right` failed

  left: 1
 right: 2
note: run with `RUST_BACKTRACE=1`

---- g stdout ----
printed before
thread 'g' (9) panicked at wallet/g.rs:1:2:
of g
stack backtrace:
   0: __rustc::rust_begin_unwind

failures:
    e
    g

test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s

error: test failed, to rerun pass `-p wallet --lib`

Caused by:
  process didn't exit successfully: `wallet` (signal: 6, SIGABRT: process abort signal)
error[E0425]: cannot find value `x`
 --> wallet/h.rs:1:2
  |
END
check "what failed of Rust's tests" equals "$OUTPUT" 'test e ... FAILED
thread '"'e'"' (8) panicked at wallet/e.rs:1:2:
assertion `left == right` failed
  left: 1
 right: 2
thread '"'g'"' (9) panicked at wallet/g.rs:1:2:
of g
error: test failed, to rerun pass `-p wallet --lib`
  process didn'"'"'t exit successfully: `wallet` (signal: 6, SIGABRT: process abort signal)
error[E0425]: cannot find value `x`
 --> wallet/h.rs:1:2'

failures js <<'END'
TAP version 13
# error: that a test prints
# not ok 1 - that a test prints
# Subtest: error: 4100 a: is read
ok 1 - error: 4100 a: is read
  ---
  duration_ms: 0.3
  ...
# Subtest: b: error: c
    # Subtest: d
    not ok 1 - d
      ---
      duration_ms: 1.2
      location: '/js/d.js:3:42'
      failureType: 'testCodeFailure'
      error: |-
        The expression is:

          error: false
      code: 'ERR_ASSERTION'
      actual: |-
        error: no reason
      stack: |-
        TestContext.<anonymous> (/js/d.js:3:72)
      ...
    # Subtest: error: e
    ok 2 - error: e
      ---
      duration_ms: 0.1
      ...
    1..2
not ok 2 - b: error: c
  ---
  location: '/js/d.js:2:1'
  error: '1 subtest failed'
  code: 'ERR_TEST_FAILURE'
  ...
# Subtest: later
not ok 3 - later # TODO
  ---
  error: 'not yet'
  ...
1..3
# fail 2
END
check "what failed of JavaScript's tests" equals "$OUTPUT" "    not ok 1 - d
      location: '/js/d.js:3:42'
      error: |-
        The expression is:

          error: false
not ok 2 - b: error: c
  location: '/js/d.js:2:1'
  error: '1 subtest failed'"

failures js-types <<'END'
error TS5083: Cannot read file.
typecheck/page.mts(3,7): error TS2322: Type 'a' is not assignable to type 'b'.
  Types of property 'c' are incompatible.
Found 2 errors.
END
check "what failed of JavaScript's types" equals "$OUTPUT" "error TS5083: Cannot read file.
typecheck/page.mts(3,7): error TS2322: Type 'a' is not assignable to type 'b'.
  Types of property 'c' are incompatible."

failures scripts <<'END'
ok a: error: b
# got:    a: error: c
and more
# wanted: d
not ok e
ok f
END
check "what failed of the scripts" equals "$OUTPUT" "not ok e
# got:    a: error: c
and more
# wanted: d"

failures c-abi <<'END'
/core/tests.c:3:5: error: unknown type name 'x'
ok a
# tests.c:7: code == WC_OK
#   got 3, wanted 0
not ok b
ok c: error: d
# 400 inputs, 31 different answers
/core/driver.c:9:1: runtime error: signed integer overflow
==12==ERROR: AddressSanitizer: heap-use-after-free on address 0x1
    #0 0x2 in main
END
check "what failed of the C ABI" equals "$OUTPUT" "/core/tests.c:3:5: error: unknown type name 'x'
not ok b
# tests.c:7: code == WC_OK
#   got 3, wanted 0
/core/driver.c:9:1: runtime error: signed integer overflow
==12==ERROR: AddressSanitizer: heap-use-after-free on address 0x1"

failures chaos <<'END'
2 s: error: expected of an attack
problem: account a has 3 more than the chain
1 problems with seed 7:
  account a has 3 more than the chain
END
check "what failed of chaos" equals "$OUTPUT" "problem: account a has 3 more than the chain
1 problems with seed 7:"

run with_parts "print_failures '$SCRATCH/logs/js.log' '$SCRATCH/logs/scripts.log'"
check "what failed of several groups, each in its words" contains "$OUTPUT" "'1 subtest failed'
not ok e"

total() { # GROUPS...: each "NAME|EXIT_CODE|COUNTS"
    local group script="COUNTS='$SCRATCH/counts'; : >'$SCRATCH/counts';"
    for group in "$@"; do
        IFS='|' read -r name code counts <<<"$group"
        script="$script add_group '$name' $code '$counts';"
    done
    run with_parts "$script print_counts"
}
total "Rust|0|15 0 1" "Swift, offline|0|7 0 0"
check "all passed" equals "$STATUS $(printf '%s\n' "$OUTPUT" | tail -n 1)" "0 22 passed, 0 failed, 1 skipped"
check "each group has its line" contains "$OUTPUT" "Swift, offline           7 passed, 0 failed, 0 skipped"
total "Rust|101|15 2 1" "Swift, offline|0|7 0 0"
check "one failed" equals "$STATUS $(printf '%s\n' "$OUTPUT" | tail -n 1)" "1 22 passed, 2 failed, 1 skipped"
total "Rust|0|15 0 0" "Swift, offline|0|0 0 0"
check "a group that ran nothing has failed" equals "$STATUS $(printf '%s\n' "$OUTPUT" | tail -n 1)" "1 15 passed, 1 failed, 0 skipped"
total "Rust|101|15 0 0"
check "a group that crashed has failed" equals "$STATUS $(printf '%s\n' "$OUTPUT" | tail -n 1)" "1 15 passed, 1 failed, 0 skipped"
total "Swift, network|0|0 0 3" "Rust|0|1 0 0"
check "skipped is not failed" equals "$STATUS $(printf '%s\n' "$OUTPUT" | tail -n 1)" "0 1 passed, 0 failed, 3 skipped"

mkdir -p "$SCRATCH/results"
: >"$SCRATCH/counts"
run with_parts "RESULTS='$SCRATCH/results' COUNTS='$SCRATCH/counts'
    in_model() { cat '$SCRATCH/rust.log'; return 101; }
    test_models; print_counts"
check "the models are a group of their own" contains "$OUTPUT" "Rust, models             15 passed, 2 failed, 1 skipped"
check "a failed model fails the run" equals "$STATUS" 1

# The network tests may be skipped where there is no network to be had, and only there.
network_tests() { # run|skip EXIT_CODE_OF_SWIFT
    cat >"$SCRATCH/run.xml" <<'END'
    <testcase classname="MidenContractGeneratorTests" name="e()" time="0.0008" />
    <testcase classname="MidenContractPluginTests" name="f()" time="0.0008" />
    <testcase classname="MidenSwiftClientOfflineTests" name="a()" time="0.0008" />
    <testcase classname="MidenRequestsTests" name="d()" time="0.0008" />
    <testcase classname="MidenCLICommandTests" name="b()" time="0.0008" />
    <testcase classname="MidenSwiftClientNetworkTests.Suite" name="c()" >
      <skipped>no network</skipped>
    </testcase>
END
    mkdir -p "$SCRATCH/results"
    : >"$SCRATCH/counts"
    run with_parts "RESULTS='$SCRATCH/results' COUNTS='$SCRATCH/counts'
        build_core() { :; }; swift_build() { :; }; swift_bin_path() { echo bin; }
        start_test_networks() { NETWORK_TESTS=$1; }; stop_test_networks() { :; }; network_tests_missing() { :; }
        swift() { cp '$SCRATCH/run.xml' \"\$XUNIT\"; return $2; }
        test_generator; test_offline; test_command; test_plugin; test_network; print_counts"
}
network_tests skip 0
check "skipped network tests without the programs" equals "$STATUS $(printf '%s\n' "$OUTPUT" | tail -n 1)" "0 5 passed, 0 failed, 1 skipped"
network_tests run 0
check "skipped network tests with the programs" equals "$STATUS $(printf '%s\n' "$OUTPUT" | tail -n 1)" "1 5 passed, 1 failed, 1 skipped"
network_tests skip 1
check "a group that ends badly without a failed test" equals "$STATUS $(printf '%s\n' "$OUTPUT" | tail -n 1)" "1 5 passed, 6 failed, 1 skipped"
check "each group has its time" contains "$OUTPUT" "skipped, 0 s"

# The browser tests may be skipped where there is no browser, but not by CI.
browser_tests() { # CI MISSING_PROGRAMS EXIT_CODE_OF_NODE [EXIT_CODE_OF_EXAMPLE]
    mkdir -p "$SCRATCH/results"
    : >"$SCRATCH/counts"
    CI=$1 run with_parts "RESULTS='$SCRATCH/results' COUNTS='$SCRATCH/counts'
        not_on_path() { printf '%s\n' $2; }; build_swift_tests() { :; }; swift_bin_path() { echo bin; }
        build_example() { return ${4:-0}; }; example_program() { echo example; }
        node() { echo \"\$MIDEN_BROWSER_TEST_WALLET \$*\"; cat '$SCRATCH/js.log'; return $3; }
        test_browser; print_counts"
}
browser_tests "" "node chromium" 0
check "browser tests without node and browser are skipped" contains "$OUTPUT" "0 passed, 0 failed, 1 skipped"
check "with the command that installs them" contains "$OUTPUT" "apt-get install nodejs chromium"
browser_tests true chromium 0
check "browser tests that CI skips have failed" contains "$STATUS $OUTPUT" "0 passed, 1 failed, 0 skipped"
printf '# pass 4\n# fail 0\n' >"$SCRATCH/js.log"
browser_tests true "" 0
check "browser tests run with the built wallet" contains "$OUTPUT" \
    "bin/MidenBrowserTestWallet --test --test-concurrency=2 --test-reporter=tap browser/scenarios.js"
check "and are counted" equals "$STATUS $(printf '%s\n' "$OUTPUT" | tail -n 1)" "0 4 passed, 0 failed, 0 skipped"
browser_tests true "" 0 1
check "browser tests whose sample dApp does not build have failed" equals \
    "$STATUS $(printf '%s\n' "$OUTPUT" | tail -n 1)" "1 0 passed, 1 failed, 0 skipped"
browser_tests "" "" 1
check "browser tests that end badly have failed" equals "$STATUS" 1

# The long run makes all rounds, and then chaos.
whole_run() { # [--long]
    run with_parts "ROOT='$SCRATCH/checkout'; unset MIDEN_TEST_LONG; TEST_GROUPS=(scripts)
        test_scripts() { echo \"all rounds: \$(printenv MIDEN_TEST_LONG || echo no)\"; add_group scripts 0 '1 0 0'; }
        test_chaos() { add_group chaos 0 '1 0 0'; }
        tests_command $*"
}
whole_run
check "the usual run makes a few rounds" contains "$OUTPUT" "all rounds: no"
check "and no chaos" equals "$STATUS $(printf '%s\n' "$OUTPUT" | tail -n 1)" "0 1 passed, 0 failed, 0 skipped"
whole_run --long
check "the long run makes all rounds" contains "$OUTPUT" "all rounds: yes"
check "and chaos" equals "$STATUS $(printf '%s\n' "$OUTPUT" | tail -n 1)" "0 2 passed, 0 failed, 0 skipped"

# A network that does not start is no reason to skip its tests.
: >"$SCRATCH/counts"
run with_parts "RESULTS='$SCRATCH/results' COUNTS='$SCRATCH/counts'
    unset MIDEN_TEST_NETWORK MIDEN_TEST_STRICT_NETWORK
    network_missing_programs() { :; }; network_tests_missing() { echo miden-client; }
    start_test_network() { return 1; }
    start_test_networks; print_counts"
check "a network that does not start fails the run" equals "$STATUS" 1
check "and so does the strict one" contains "$OUTPUT" "strict network (not started)"
