# shellcheck shell=bash
# What the tests came to. Sourced by build.sh.
#
# Each group of tests adds a line "PASSED FAILED SKIPPED SECONDS NAME" to the file $COUNTS.

begin_group() { # TITLE
    step "$1"
    GROUP_BEGAN=$SECONDS
}

add_count() { # NAME PASSED FAILED SKIPPED
    printf '%s %s %s %s %s\n' "$2" "$3" "$4" $((SECONDS - ${GROUP_BEGAN:-SECONDS})) "$1" >>"$COUNTS"
}

# add_group NAME EXIT_CODE "PASSED FAILED SKIPPED": a group that ended badly or ran nothing has failed,
# whatever its own counts say.
add_group() {
    local passed failed skipped
    read -r passed failed skipped <<<"$3"
    if [ "$2" -ne 0 ] && [ "$failed" -eq 0 ]; then
        say "$1: exit code $2, and no test says why"
        failed=1
    elif [ $((passed + failed + skipped)) -eq 0 ]; then
        say "$1: no test ran"
        failed=1
    fi
    add_count "$1" "$passed" "$failed" "$skipped"
}

# The counts in what `cargo test` printed: one "test result:" line for each binary and crate.
rust_counts() { # LOG
    awk '/^test result:/ {
            for (i = 2; i <= NF; i++) {
                if ($i ~ /^passed/) passed += $(i - 1)
                if ($i ~ /^failed/) failed += $(i - 1)
                if ($i ~ /^ignored/) skipped += $(i - 1)
            }
        }
        END { print passed + 0, failed + 0, skipped + 0 }' "$1"
}

# The counts of one test module in the file that `swift test --xunit-output` wrote.
swift_counts() { # FILE MODULE
    if [ ! -f "$1" ]; then
        echo 0 0 0
        return
    fi
    awk -v module="$2" '
        function finish() {
            if (ours) { if (bad) failed++; else if (missed) skipped++; else passed++ }
            ours = 0
        }
        /<testcase / {
            finish()
            ours = index($0, "classname=\"" module "\"") || index($0, "classname=\"" module ".")
            bad = missed = 0
        }
        /<failure/ { bad = 1 }
        /<skipped/ { missed = 1 }
        END { finish(); print passed + 0, failed + 0, skipped + 0 }' "$1"
}

# The ten slowest tests in files that `swift test --xunit-output` wrote. What was skipped has no time there.
print_slowest() { # FILE...
    awk '
        function attribute(name,    value) {
            if (!match($0, " " name "=\"[^\"]*\"")) return ""
            value = substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 4)
            gsub(/&quot;/, "\"", value); gsub(/&apos;/, "\047", value)
            gsub(/&lt;/, "<", value); gsub(/&gt;/, ">", value); gsub(/&amp;/, "\\&", value)
            return value
        }
        /<testcase .* time="/ { printf "%9.1f s  %s %s\n", attribute("time"), attribute("classname"), attribute("name") }
    ' "$@" | LC_ALL=C sort -rn | sed -n '1,10p'
}

# The counts in what the script tests printed: lines that start with "ok " or "not ok ".
script_counts() { # LOG
    awk '/^ok / { passed++ } /^not ok / { failed++ } END { print passed + 0, failed + 0, 0 }' "$1"
}

# The counts in what node's test runner printed.
node_counts() { # LOG
    awk '/^# pass / { passed = $3 } /^# (fail|cancelled) / { failed += $3 } /^# (skipped|todo) / { skipped += $3 }
        END { print passed + 0, failed + 0, skipped + 0 }' "$1"
}

# What failed, with the reasons, out of the logs: where tests run side by side they are far apart, and far up. The name of a
# log says what wrote it.
print_failures() { # LOG...
    local log
    for log in "$@"; do
        case "$(basename "$log" .log)" in
            rust | models) rust_failures "$log" ;;
            js | browser) node_failures "$log" ;;
            js-types) type_failures "$log" ;;
            chaos) chaos_failures "$log" ;;
            c-abi) c_abi_failures "$log" ;;
            scripts) script_failures "$log" ;;
            *) swift_failures "$log" ;;
        esac
    done
}

# Of `cargo test`: tests, what they panicked with, and errors of the compiler. What tests that passed print is not in the log,
# but the programs they start write to it.
rust_failures() { # LOG
    awk '/^test .* \.\.\. FAILED$/ { print }
        /^---- .* stdout ----$/ { is_section = 1 }
        /^(---- .* stdout ----|failures:)$/ { is_reason = 0 }
        /^failures:$/ { is_section = 0 }
        is_section && /^(stack backtrace:$|note: run with )/ { is_reason = 0 }
        is_section && / panicked at / { is_reason = 1 }
        is_reason && NF { print }
        is_place && /^ *--> / { print }
        { is_place = /^error(\[E[0-9]+\])?: / }
        is_place || /^(fatal runtime error: |  process didn.t exit successfully: )/ { print }' "$1"
}

# Of `swift test`, whose issues have lines below them.
swift_failures() { # LOG
    awk '/ recorded an issue / { is_issue = 1; print; next }
        /^(◇|✔|✘|➜|↻|\[)/ { is_issue = 0; next }
        is_issue || /^(error: |.*Fatal error: )/' "$1"
}

# Of the attack on wallets. The problems are told when they are found, and again at the end with the seed.
chaos_failures() { # LOG
    awk '/^(problem: |[0-9]+ problems with seed |error: |.*Fatal error: )/' "$1"
}

# Of node: also tests in tests, each with its place and its error.
node_failures() { # LOG
    awk '{ match($0, /^ */); depth = RLENGTH; text = substr($0, depth + 1) }
        text ~ /^(not )?ok [0-9]+ / {
            is_failed = text ~ /^not / && text !~ / # TODO( |$)/
            at = depth + 2
            is_error = 0
            if (is_failed) print
            next
        }
        !is_failed { next }
        depth == at && text == "..." { is_failed = 0; next }
        depth == at && text ~ /^(location|error): / { is_error = text ~ /^error: /; print; next }
        depth == at { is_error = 0 }
        is_error' "$1"
}

# Of tsc.
type_failures() { # LOG
    awk '/^[^ ]/ { is_error = / error TS[0-9]+: / || /^error TS[0-9]+: / } is_error' "$1"
}

# Of the script tests. The reasons come first: lines from one that begins with "#" on.
script_failures() { # LOG
    awk '/^ok / { reasons = ""; next }
        /^not ok / { printf "%s\n%s", $0, reasons; reasons = ""; next }
        /^#/ || reasons != "" { reasons = reasons $0 "\n" }' "$1"
}

# Of the C ABI: tests, with their reasons first, and what a compiler or a sanitizer found.
c_abi_failures() { # LOG
    awk '/^ok / { reasons = ""; next }
        /^not ok / { printf "%s\n%s", $0, reasons; reasons = ""; next }
        /^#/ { reasons = reasons $0 "\n"; next }
        /(ERROR: [A-Za-z]+Sanitizer: |: runtime error: |: error: )/' "$1"
}

# One line for each group with its time, then all of them. Fails if anything failed.
print_counts() {
    awk '{
            name = $0; sub(/^[0-9]+ [0-9]+ [0-9]+ [0-9]+ /, "", name)
            printf "%-24s %d passed, %d failed, %d skipped, %d s\n", name, $1, $2, $3, $4
            passed += $1; failed += $2; skipped += $3
        }
        END {
            printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped
            exit failed > 0 || passed == 0
        }' "$COUNTS"
}
