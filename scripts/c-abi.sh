# shellcheck shell=bash
# The C ABI under sanitizers: a program that uses and misuses it, and a fuzz target. Sourced by build.sh.

C_ABI_SOURCES=$ROOT/Tests/CABI
C_ABI_FOLDER=$ROOT/.build/c-abi
# How many inputs the tests make of the seeds. The same ones in every run.
C_ABI_MUTATIONS=400

# The compiler's own sanitizers, one that can be had: $CC, the clang of the Swift toolchain, or another.
c_abi_compiler() {
    local swift compiler
    swift=$(command -v swift || true)
    for compiler in ${CC:+"$CC"} ${swift:+"$(dirname "$swift")/clang"} clang cc; do
        if c_abi_compiles "$compiler" -fsanitize=address,undefined; then
            echo "$compiler"
            return
        fi
    done
}

# c_abi_compiles COMPILER FLAGS...: whether it makes a program with these flags that runs.
c_abi_compiles() {
    local folder status=0
    folder=$(mktemp -d "${TMPDIR:-/tmp}/miden-sanitizer.XXXXXX")
    case " $* " in
        *fuzzer*)
            cat >"$folder/try.c" <<'END'
#include <stddef.h>
#include <stdint.h>
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length) { return bytes == NULL && length > 0; }
END
            "$@" "$folder/try.c" -o "$folder/try" && "$folder/try" -runs=1
            ;;
        *)
            echo 'int main(void) { return 0; }' >"$folder/try.c"
            "$@" "$folder/try.c" -o "$folder/try" && "$folder/try"
            ;;
    esac >/dev/null 2>&1 || status=$?
    rm -rf "$folder"
    return $status
}

# c_abi_build PROGRAM SANITIZERS SOURCES...: needs C_ABI_COMPILER and the core with the embedded chain.
c_abi_build() {
    local program=$1 sanitizers=$2 system linker=()
    shift 2
    read -ra system <<<"$(system_libraries)"
    # Beside Swift's clang; the usual one warns of every symbol of the sanitizers.
    if c_abi_compiles "$C_ABI_COMPILER" -fuse-ld=lld; then linker=(-fuse-ld=lld); fi
    "$C_ABI_COMPILER" -std=gnu17 -g -O1 -Wall -Wextra -Werror -fsanitize="$sanitizers" -fno-sanitize-recover=all \
        -fno-omit-frame-pointer ${linker[@]+"${linker[@]}"} -I"$CORE_BUNDLE/include" "$@" \
        "$CORE_BUNDLE/$(swift_triple "$(core_host)")/$CORE_LIBRARY" "${system[@]}" -o "$C_ABI_FOLDER/$program"
}

# Runs one of the programs in their folder.
c_abi_run() { # PROGRAM ARGUMENTS...
    local program=$1
    shift
    (cd "$C_ABI_FOLDER" && UBSAN_OPTIONS=print_stacktrace=1 ASAN_OPTIONS=detect_stack_use_after_return=1 \
        "./$program" "$@")
}

# A byte, and a length as the fuzz target reads it.
c_abi_byte() { printf "\\x$(printf %02x "$1")"; }
c_abi_part() { # FILE
    local length
    length=$(wc -c <"$1")
    c_abi_byte $((length % 256))
    c_abi_byte $((length / 256))
    cat "$1"
}

# The number of what steps.h or the C header names.
c_abi_step() { sed -n "s/^    STEP_//p" "$C_ABI_SOURCES/fuzz/steps.h" | sed 's/,$//' | awk -v name="$1" '$1 == name { print NR - 1 }'; }
c_abi_computation() { sed -n "s/^#define WC_COMPUTATION_$1 //p" "$ROOT/include/miden_swift_client.h"; }
c_abi_operation() { sed -n "s/^#define WC_OPERATION_$1 //p" "$ROOT/include/miden_swift_client.h"; }

# A request as a step: the wallet's own handle, no timeout, nothing special.
c_abi_request() { # STEP OPERATION [PAYLOAD]
    local operation
    operation=$(c_abi_operation "$2")
    c_abi_byte "$(c_abi_step "$1")"
    c_abi_byte 0
    # The large numbers are those of tests, and have eight bytes.
    if [ "$operation" -lt 32 ]; then
        c_abi_byte "$operation"
    else
        printf '\x80\0\0\0\0\0\0'
        c_abi_byte $((operation / 256))
        c_abi_byte $((operation % 256))
    fi
    c_abi_byte 0
    c_abi_byte 0
    c_abi_part "${3:-/dev/null}"
}

# The golden messages as inputs, the words in them as libFuzzer's dictionary, and one input that does everything.
c_abi_seeds() {
    local seeds=$C_ABI_FOLDER/seeds requests=$ROOT/include/messages/requests message name operation computation
    rm -rf "$seeds"
    mkdir -p "$seeds"
    # The golden one has more than there is, and would be refused.
    printf '{"account_id":"%s","draft":{"send":[{"recipient_id":"%s","fungible_assets":[{"faucet_id":"%s","amount":1}],"note_type":"private"}]}}' \
        0x8a7c2f6b1d3e4f501122334455667a 0x1b2c3d4e5f60718293a4b5c6d7e8f0 0x2c3d4e5f60718293a4b5c6d7e8f091 \
        >"$C_ABI_FOLDER/send.json"
    # Without a cursor, which would be of another wallet.
    printf '{"limit": 50}' >"$C_ABI_FOLDER/page.json"
    # At the newest block: the golden one is of a block there is not yet.
    printf '{"account_id": "%s"}' 0x2c3d4e5f60718293a4b5c6d7e8f091 >"$C_ABI_FOLDER/faucet.json"
    # Without packages: the golden ones are none.
    printf '{"account_id": "%s", "with_code": true}' 0x8a7c2f6b1d3e4f501122334455667a >"$C_ABI_FOLDER/procedures.json"
    {
        c_abi_request CALL CREATE_WALLET "$requests/create_wallet.json"
        c_abi_request CALL INFO
        c_abi_request CALL MINT "$requests/mint.json"
        c_abi_request CALL SYNC
        c_abi_request CALL GET_INPUT_NOTES "$requests/get_input_notes.json"
        c_abi_request CALL PREVIEW "$requests/preview_consume.json"
        c_abi_request CALL TRANSACT "$requests/transact_consume.json"
        c_abi_request CALL CONSUME_ALL "$requests/consume_all.json"
        c_abi_request CALL SYNC
        c_abi_request CALL GET_TRANSACTION "$requests/get_transaction.json"
        for operation in GET_TRANSACTIONS GET_NOTES GET_EVENTS; do c_abi_request CALL "$operation" "$C_ABI_FOLDER/page.json"; done
        c_abi_request CALL GET_BALANCE "$requests/get_balance.json"
        c_abi_request CALL SET_DEFAULT_ACCOUNT "$requests/set_default_account.json"
        c_abi_request CALL TRANSACT "$C_ABI_FOLDER/send.json"
        for operation in ADD_TOKEN GET_PUBLIC_ACCOUNT; do c_abi_request CALL "$operation" "$C_ABI_FOLDER/faucet.json"; done
        c_abi_request CALL SET_TOKEN_HIDDEN "$requests/set_token_hidden.json"
        for operation in GET_ACCOUNTS GET_TOKENS TEST_CONNECTION PING; do c_abi_request CALL "$operation"; done
        c_abi_byte "$(c_abi_step IMPORT)"
        c_abi_part "$C_ABI_SOURCES/fuzz/account.mac"
        c_abi_request CALL SIGN_MESSAGE "$requests/sign_message.json"
    } >"$seeds/0-everything"
    sed 's/falcon512_poseidon2/ecdsa_k256_keccak/' "$requests/test_sign.json" >"$C_ABI_FOLDER/test_sign.json"
    {
        c_abi_byte "$(c_abi_step SIGNER)"
        c_abi_request CALL TEST_SIGN "$C_ABI_FOLDER/test_sign.json"
        c_abi_request CALL CREATE_WALLET "$requests/create_wallet_of_signer.json"
        c_abi_request CALL INFO
        c_abi_request SUBMIT SIGN_MESSAGE "$requests/sign_message.json"
        for message in "$ROOT"/include/messages/answers/*.json; do
            c_abi_byte "$(c_abi_step ANSWER)"
            # The wallet's own handle, its first question, and success.
            printf '\0\0\0'
            c_abi_part "$message"
        done
    } >"$seeds/1-signer"
    {
        c_abi_request CALL CREATE_WALLET "$requests/create_wallet.json"
        c_abi_request CALL INFO
        c_abi_request CALL RENAME_ACCOUNT "$requests/rename_account.json"
        c_abi_request CALL EXPORT_KEY "$requests/export_key_unencrypted.json"
        c_abi_request CALL GET_KEYS
    } >"$seeds/2-keeping"
    {
        c_abi_request CALL CREATE_WALLET "$requests/create_wallet.json"
        c_abi_request CALL INFO
        c_abi_request CALL MINT "$requests/mint.json"
        c_abi_request CALL SYNC
        c_abi_request CALL GET_NOTE_CONTENTS "$requests/get_note_contents.json"
        c_abi_request CALL GET_PROCEDURES "$C_ABI_FOLDER/procedures.json"
    } >"$seeds/3-inspection"
    for message in "$requests"/*.json; do
        name=$(basename "$message" .json)
        operation=$(printf '%s' "$name" | tr '[:lower:]' '[:upper:]')
        computation=$(c_abi_computation "$operation")
        if [ -n "$computation" ]; then
            {
                c_abi_byte "$(c_abi_step COMPUTE)"
                c_abi_byte "$computation"
                c_abi_part "$message"
            } >"$seeds/$name"
        fi
        case "$operation" in TRANSACT_SEND | TRANSACT_CONSUME) operation=TRANSACT ;; esac
        # Other operations that have more than one message, named for the operation and something else, are left out.
        if [ -z "$(c_abi_operation "$operation")" ]; then continue; fi
        for step in CALL SUBMIT; do c_abi_request "$step" "$operation" "$message" >"$seeds/$name-$step"; done
    done
    for message in "$ROOT"/include/messages/configurations/*.json; do
        # The target takes no paths and no long numbers: see is_harmless in steps.c. And it is nobody's signer there.
        sed -E 's|/data/[a-z]*/|@|g; s|/backups/|@|g; s|[0-9]{3,}|20|g; s|"kind": "signer"|"kind": "key_file", "path": "@key"|' "$message" >"$C_ABI_FOLDER/configuration.json"
        {
            c_abi_byte "$(c_abi_step CREATE)"
            c_abi_part "$C_ABI_FOLDER/configuration.json"
        } >"$seeds/configuration-$(basename "$message" .json)"
    done
    c_abi_dictionary >"$C_ABI_FOLDER/dictionary"
}

c_abi_dictionary() {
    grep -ohE '"[a-zA-Z_0-9.]+"' "$ROOT"/include/messages/{requests,configurations,answers}/*.json | sort -u |
        sed 's/"/\\"/g; s/^/"/; s/$/"/'
}

# For the tests: both programs, and the target over its seeds and what the driver makes of them.
c_abi_tests() {
    mkdir -p "$C_ABI_FOLDER"
    C_ABI_COMPILER=$(c_abi_compiler)
    if [ -z "$C_ABI_COMPILER" ]; then
        say "No C compiler here has AddressSanitizer and UndefinedBehaviorSanitizer. The clang of the Swift toolchains"
        say "of swift.org and of Xcode has them; of Debian's packages it is clang with libclang-rt-dev."
        return 1
    fi
    c_abi_seeds
    c_abi_build tests address,undefined "$C_ABI_SOURCES"/{support,tests}/*.c || return 1
    c_abi_build driver address,undefined "$C_ABI_SOURCES"/{support,fuzz}/*.c || return 1
    local status=0
    c_abi_run tests || status=$?
    c_abi_run driver $C_ABI_MUTATIONS "$C_ABI_FOLDER"/seeds/* || status=$?
    return $status
}

c_abi_fuzz() { # SECONDS
    local seconds=$1 sources=() source
    C_ABI_COMPILER=$(c_abi_compiler)
    if [ -z "$C_ABI_COMPILER" ] || ! c_abi_compiles "$C_ABI_COMPILER" -fsanitize=address,undefined,fuzzer; then
        say "libFuzzer is missing (the compiler is ${C_ABI_COMPILER:-none with AddressSanitizer})."
        say "The clang of swift.org's toolchains has it; Xcode's has not. Name another one in CC. ./build.sh test tries"
        say "the seeds and a fixed number of inputs made of them without it."
        exit 3
    fi
    build_core native yes
    mkdir -p "$C_ABI_FOLDER/corpus" "$C_ABI_FOLDER/findings"
    c_abi_seeds
    step "fuzz target"
    for source in "$C_ABI_SOURCES"/{support,fuzz}/*.c; do
        if [ "$(basename "$source")" != driver.c ]; then sources+=("$source"); fi
    done
    c_abi_build target address,undefined,fuzzer "${sources[@]}"
    step "fuzzing for $seconds s; what it finds is left in $C_ABI_FOLDER/findings"
    # Leaks are looked for at the end: other threads hold memory of their own while an input is tried.
    c_abi_run target -max_total_time="$seconds" -timeout=300 -report_slow_units=300 -rss_limit_mb=4096 -max_len=8192 \
        -detect_leaks=0 -print_final_stats=1 -dict=dictionary -artifact_prefix=findings/ corpus seeds
}
