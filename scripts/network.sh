# shellcheck shell=bash
# A real Miden 0.18 network on 127.0.0.1: a validator and a node that sequences, and where their programs are
# there, a note transport, a remote prover, and a builder of network transactions, which carries out notes for
# the accounts that the network drives itself. Sourced by build.sh.
#
# Settings from the environment (with defaults):
#   MIDEN_NET_DIR    everything it writes [${XDG_STATE_HOME:-~/.local/state}/miden-swift/network]
#   RPC_PORT [57291] VALIDATOR_PORT [50101] ADMIN_PORT [50100] TRANSPORT_PORT [57292] PROVER_PORT [50051]
#   NTX_BUILDER_PORT [50301]
#   BASE_FEE [0]     of a transaction; 500 is about what a public network takes. Read at the genesis only
#   BLOCK_INTERVAL [3s] BATCH_INTERVAL [1s]
#   ALLOWLIST [no]   yes: new accounts are taken by invitation alone, as on mainnet. Codes are made by
#                    `miden-node admin --url ADMIN_URL create-invites --count N --output FILE`
#   NETWORK_WAIT [120] seconds, the bound on every wait
#   FUNDING_AUTH, ALICE_AUTH, BOB_AUTH, FAUCET_AUTH [ecdsa] or falcon, FUNDING_AMOUNT, WALLET_AMOUNT:
#   see rust/wallet/examples/make_genesis.rs
#
# What tests read: $MIDEN_NET_DIR/network.json (rpc_url, admin_url, genesis, base_fee, and transport_url,
# prover_url and ntx_builder_url where they run), $MIDEN_NET_DIR/accounts/
# (accounts.json and funding.mac, alice.mac, bob.mac, native-faucet.mac, tok-faucet.mac).

NETWORK_RELEASE=0.18.2
NETWORK_HOST=127.0.0.1
# Says that a folder was made by this script and may be deleted by it.
NETWORK_MARKER=.miden-local-network

network_settings() {
    local builder_port=${NTX_BUILDER_PORT:-}
    NETWORK_DIR=${MIDEN_NET_DIR:-${XDG_STATE_HOME:-$HOME/.local/state}/miden-swift/network}
    RPC_PORT=${RPC_PORT:-57291} VALIDATOR_PORT=${VALIDATOR_PORT:-50101} ADMIN_PORT=${ADMIN_PORT:-50100}
    BASE_FEE=${BASE_FEE:-0} BLOCK_INTERVAL=${BLOCK_INTERVAL:-3s} BATCH_INTERVAL=${BATCH_INTERVAL:-1s}
    NETWORK_WAIT=${NETWORK_WAIT:-120} ALLOWLIST=${ALLOWLIST:-no}
    case "$ALLOWLIST" in yes | no) ;; *) fail "ALLOWLIST is yes or no, not $ALLOWLIST" 2 ;; esac
    NETWORK_LOGS=$NETWORK_DIR/logs NETWORK_RUN=$NETWORK_DIR/run NETWORK_SECRETS=$NETWORK_DIR/secrets
    # A network that runs keeps its ports, whatever the environment says by now.
    if [ -f "$NETWORK_RUN/ports" ]; then
        read -r RPC_PORT VALIDATOR_PORT ADMIN_PORT TRANSPORT_PORT PROVER_PORT NTX_BUILDER_PORT <"$NETWORK_RUN/ports"
        # A node that was started before there was a builder knows of none until it is started again.
        case "$NTX_BUILDER_PORT" in
            '' | none) if service_pid node >/dev/null; then NTX_BUILDER_PORT=none; else NTX_BUILDER_PORT=$builder_port; fi ;;
        esac
    fi
    TRANSPORT_PORT=${TRANSPORT_PORT:-57292} PROVER_PORT=${PROVER_PORT:-50051} NTX_BUILDER_PORT=${NTX_BUILDER_PORT:-50301}
    # Quieter than the programs' default, and still with the lines that say they are ready.
    export MIDEN_STDOUT_FILTER=${MIDEN_STDOUT_FILTER:-info,miden_prover=warn} NO_COLOR=1
}

# The programs that are not on PATH.
network_missing_programs() { not_on_path miden-validator miden-node; }

# The programs of services that it does without, and that are not on PATH.
network_missing_services() { not_on_path miden-note-transport miden-remote-prover miden-ntx-builder; }

not_on_path() { # PROGRAM...
    local program
    for program in "$@"; do command -v "$program" >/dev/null || echo "$program"; done
}

# Exit code 3: the programs are not there.
network_check_programs() {
    local missing tool
    missing=$(network_missing_programs)
    if [ -n "$missing" ]; then
        say "A local network needs programs that are not on PATH. Install them with:"
        for tool in $missing; do say "  cargo install --locked $tool --version $NETWORK_RELEASE"; done
        exit 3
    fi
    missing=$(network_missing_services)
    if [ -n "$missing" ]; then
        say "Without $(echo "$missing" | xargs), which the network does without:"
        for tool in $missing; do
            case $tool in
                miden-note-transport) say "  private notes go as files: cargo install --locked $tool" ;;
                miden-remote-prover) say "  wallets prove for themselves, and nobody builds network transactions: cargo install --locked $tool" ;;
                miden-ntx-builder) say "  nobody builds network transactions: cargo install --locked $tool --version $NETWORK_RELEASE" ;;
            esac
        done
    fi
    for tool in curl ps od awk; do
        command -v "$tool" >/dev/null || fail "a local network needs $tool: install it with your package manager" 3
    done
}

# --- the node --------------------------------------------------------------------------------------
rpc_answers() { [ "$(curl -s -m 2 -o /dev/null -w '%{http_code}' "http://$NETWORK_HOST:$RPC_PORT/")" = 200 ]; }

# Prints "TIP GENESIS". NodeService/Status over grpc-web: an empty message is five zero bytes; in the
# answer field 2 is the genesis commitment (a message: 2 bytes of header, then 32) and field 3 the
# chain's tip (fixed32).
node_status() {
    printf '\0\0\0\0\0' | curl -s -m 3 --data-binary @- -H 'content-type: application/grpc-web+proto' \
        "http://$NETWORK_HOST:$RPC_PORT/miden.node.v1.NodeService/Status" | od -An -v -tu1 | awk '
        { for (i = 1; i <= NF; i++) b[n++] = $i }
        function varint(   v, s) {
            v = 0; s = 1
            while (b[p] >= 128) { v += (b[p++] - 128) * s; s *= 128 }
            return v + b[p++] * s
        }
        END {
            if (n < 5) exit 1
            end = 5 + ((b[1] * 256 + b[2]) * 256 + b[3]) * 256 + b[4]; p = 5; tip = 0; genesis = ""
            while (p < end) {
                tag = varint(); field = int(tag / 8); wire = tag % 8
                if (wire == 5) {
                    v = b[p] + b[p + 1] * 256 + b[p + 2] * 65536 + b[p + 3] * 16777216; p += 4
                    if (field == 3) tip = v
                } else if (wire == 2) {
                    len = varint()
                    if (field == 2) for (i = 2; i < len; i++) genesis = genesis sprintf("%02x", b[p + i])
                    p += len
                } else if (wire == 0) varint()
                else if (wire == 1) p += 8
                else exit 1
            }
            print tip, "0x" genesis
        }'
}

tip_above() { # BLOCK
    local tip
    tip=$(node_status 2>/dev/null) || return 1
    tip=${tip%% *}
    [ -n "$tip" ] && [ "$tip" -gt "$1" ]
}

# --- genesis ---------------------------------------------------------------------------------------
network_secret() { sed -n "s/^$1: //p" "$NETWORK_SECRETS/keys"; }

# Says where the program is that makes the genesis accounts: mkgenesis where it is on PATH. Otherwise builds
# rust/wallet/examples/make_genesis.rs with the settings of the development core, of which it shares everything. Of the
# whole workspace, because cargo would build its dependencies once more with the features that this one crate asks for.
# Its output is the path alone.
genesis_maker() {
    local maker
    if command -v mkgenesis; then return; fi
    use_core_settings native yes >&2
    maker=$CORE_OUTPUT/examples/make_genesis
    if [ ! -x "$maker" ]; then
        say "mkgenesis is not on PATH: building it from this checkout. The first build takes some 20 minutes on two cores."
    fi
    # What is built is not the network's, whose files are for nobody but the user. A command substitution goes on after a
    # failure, unless told not to.
    (umask "$NETWORK_UMASK" && in_rust build "${CORE_FLAGS[@]}" --workspace --example make_genesis >&2) || return
    echo "$maker"
}

make_network() {
    local dir=$NETWORK_DIR log=$NETWORK_LOGS/bootstrap.log input=$NETWORK_DIR/genesis-input maker
    maker=$(genesis_maker)
    step "a new network in $dir"
    mkdir -p "$NETWORK_LOGS" "$NETWORK_RUN" "$NETWORK_SECRETS" "$input"

    # The validator's keys: signing-key, validator-key (its public half), encryption-key.
    miden-validator keygen >"$NETWORK_SECRETS/keys"

    # The key of its storage. A ceremony of one needs no others and makes a 1-of-1 key.
    miden-validator privacy dkg generate-endpoint --output-file "$NETWORK_SECRETS/iroh-endpoint" >>"$log" 2>&1
    MIDEN_VALIDATOR_SIGNING_KEY=$(network_secret signing-key) miden-validator privacy dkg participate \
        --endpoint-secret "$NETWORK_SECRETS/iroh-endpoint" --bind-address "$NETWORK_HOST:0" \
        --threshold 1 --epoch "$(od -An -v -tx1 -N32 /dev/urandom | tr -d ' \n')" \
        --output-file "$NETWORK_SECRETS/storage-key" >>"$log" 2>&1

    # The same defaults for either maker.
    FUNDING_AUTH=${FUNDING_AUTH:-ecdsa} ALICE_AUTH=${ALICE_AUTH:-ecdsa} BOB_AUTH=${BOB_AUTH:-ecdsa} \
        FAUCET_AUTH=${FAUCET_AUTH:-ecdsa} "$maker" "$input" >>"$log" 2>&1
    miden-validator genesis \
        --genesis-block-directory "$dir/genesis" --accounts-directory "$dir/accounts" \
        --native-faucet "$input/native-faucet.mac" --funding-account "$input/funding.mac" \
        --accounts-config "$input/accounts.toml" \
        --verification-base-fee "$BASE_FEE" --timestamp "$(date +%s)" \
        --validator.key "$(network_secret validator-key)" | tee -a "$log" >"$dir/genesis.txt"
    cp "$input"/*.mac "$input/accounts.json" "$dir/accounts/"
    miden-validator bootstrap --data-directory "$dir/validator" --genesis "$dir/genesis/genesis.dat" >>"$log" 2>&1
    miden-node bootstrap --data-directory "$dir/node" --genesis "$dir/genesis/genesis.dat" >>"$log" 2>&1

    # The account that collects the fees is deployed in block 1, while the node is down.
    miden-node fee-collector create --data-directory "$dir/node" >>"$log" 2>&1
    start_validator
    miden-node fee-collector deploy --data-directory "$dir/node" \
        --validator.url "http://$NETWORK_HOST:$VALIDATOR_PORT" >>"$log" 2>&1
    echo "$BASE_FEE" >"$dir/base-fee"
}

genesis_failed() {
    # Its first steps write no log.
    if [ -s "$NETWORK_LOGS/bootstrap.log" ]; then
        say "error: the genesis failed:"
        tail -n 20 "$NETWORK_LOGS/bootstrap.log" >&2
    else
        say "error: the genesis failed, for the reason above"
    fi
    network_down
}

# --- services --------------------------------------------------------------------------------------
start_validator() {
    if service_pid validator >/dev/null; then return; fi
    check_port_free "$VALIDATOR_PORT" VALIDATOR_PORT
    # Keys go by environment, not by argument, so that `ps` does not show them.
    MIDEN_VALIDATOR_SIGNING_KEY=$(network_secret signing-key) \
        MIDEN_VALIDATOR_ENCRYPTION_KEY=$(network_secret encryption-key) \
        start_service validator miden-validator start --listen "$NETWORK_HOST:$VALIDATOR_PORT" \
        --data-directory "$NETWORK_DIR/validator" --storage-key.file "$NETWORK_SECRETS/storage-key" --grpc.timeout 60s
    wait_for_service "validator's port" validator port_open "$VALIDATOR_PORT"
}

# By it the node knows the builder of network transactions, from whom alone it takes transactions of accounts that the
# network drives. A network of a version of this script that had no builder has none.
network_builder_secret() {
    local file=$NETWORK_SECRETS/ntx-builder
    if [ ! -s "$file" ]; then od -An -v -tx1 -N32 /dev/urandom | tr -d ' \n' >"$file"; fi
    cat "$file"
}

start_node() {
    local invitations=()
    if service_pid node >/dev/null; then return; fi
    check_port_free "$RPC_PORT" RPC_PORT
    check_port_free "$ADMIN_PORT" ADMIN_PORT
    if [ "$ALLOWLIST" = no ]; then invitations=(--disable-account-allowlist); fi
    # 60 s, because the node verifies the proof and the validator runs it again inside the call. The builder need not be
    # there: the node connects to it only for what it is asked about it.
    MIDEN_NODE_RPC_NETWORK_TX_AUTH_HEADER_VALUE=$(network_builder_secret) start_service node miden-node sequencer --data-directory "$NETWORK_DIR/node" \
        --rpc.listen "$NETWORK_HOST:$RPC_PORT" --rpc.grpc.timeout 60s --admin.listen "$NETWORK_HOST:$ADMIN_PORT" \
        --validator.url "http://$NETWORK_HOST:$VALIDATOR_PORT" --ntx-builder.url "http://$NETWORK_HOST:$NTX_BUILDER_PORT" \
        --batch.builder.wallet-account-id "$(sed -n 's/^Funding account id: //p' "$NETWORK_DIR/genesis.txt")" \
        --block.interval "$BLOCK_INTERVAL" --batch.interval "$BATCH_INTERVAL" \
        --batch.workers 1 --block.max-concurrent-proofs 1 ${invitations[@]+"${invitations[@]}"}
    wait_for_service "answer of the node" node rpc_answers
}

# Delivers private notes. Public ones and files need none.
start_transport() {
    local data=$NETWORK_DIR/transport
    if service_pid transport >/dev/null || ! command -v miden-note-transport >/dev/null; then return; fi
    check_port_free "$TRANSPORT_PORT" TRANSPORT_PORT
    if [ ! -d "$data" ]; then
        miden-note-transport bootstrap --data-directory "$data" >>"$NETWORK_LOGS/bootstrap.log" 2>&1
    fi
    start_service transport miden-note-transport start --data-directory "$data" \
        --rpc-url "http://$NETWORK_HOST:$RPC_PORT" --max-storage-bytes 100000000 --listen "$NETWORK_HOST:$TRANSPORT_PORT"
    wait_for_service "note transport's port" transport port_open "$TRANSPORT_PORT"
}

# Proves transactions for wallets that do not. Listens on every address of the machine: it has no setting for that.
start_prover() {
    if service_pid prover >/dev/null || ! command -v miden-remote-prover >/dev/null; then return; fi
    check_port_free "$PROVER_PORT" PROVER_PORT
    start_service prover miden-remote-prover --kind transaction --port "$PROVER_PORT" --timeout 120s --capacity 4
    wait_for_service "remote prover's port" prover port_open "$PROVER_PORT"
}

# Builds the transactions of accounts that the network drives, one at a time, with proofs of the remote prover.
start_ntx_builder() {
    local data=$NETWORK_DIR/ntx-builder
    if service_pid ntx-builder >/dev/null || ! command -v miden-ntx-builder >/dev/null; then return; fi
    if ! service_pid prover >/dev/null; then return; fi
    if [ "$NTX_BUILDER_PORT" = none ]; then
        say "note: the node was started by an earlier version of this script, and knows no builder of network transactions" \
            "until it is started again (\`./build.sh network down\`, then \`up\`)"
        return
    fi
    check_port_free "$NTX_BUILDER_PORT" NTX_BUILDER_PORT
    if [ ! -d "$data" ]; then
        miden-ntx-builder bootstrap --data-directory "$data" --genesis "$NETWORK_DIR/genesis/genesis.dat" \
            >>"$NETWORK_LOGS/bootstrap.log" 2>&1
    fi
    MIDEN_NODE_NTX_BUILDER_RPC_AUTH_HEADER_VALUE=$(network_builder_secret) \
        start_service ntx-builder miden-ntx-builder start --data-directory "$data" \
        --listen "$NETWORK_HOST:$NTX_BUILDER_PORT" --rpc.url "http://$NETWORK_HOST:$RPC_PORT" --rpc.timeout 60s \
        --tx-prover.url "http://$NETWORK_HOST:$PROVER_PORT" --tx-prover.timeout 120s --max-concurrent-txs 1
    wait_for_service "port of the builder of network transactions" ntx-builder port_open "$NTX_BUILDER_PORT"
}

# A line of network.json for a service that runs.
service_url() { # NAME KEY PORT
    if service_pid "$1" >/dev/null; then printf '  "%s": "http://%s:%s",\n' "$2" "$NETWORK_HOST" "$3"; fi
}

# --- commands --------------------------------------------------------------------------------------
network_up() {
    local started status
    started=$(date +%s)
    NETWORK_UMASK=$(umask)
    umask 077
    claim_network_dir
    # What a genesis that failed has left behind is of no use.
    if [ ! -f "$NETWORK_DIR/base-fee" ]; then
        network_wipe
        claim_network_dir
    fi
    if ! service_pid validator >/dev/null && ! service_pid node >/dev/null; then
        check_port_free "$VALIDATOR_PORT" VALIDATOR_PORT
        check_port_free "$RPC_PORT" RPC_PORT
        check_port_free "$ADMIN_PORT" ADMIN_PORT
    fi
    mkdir -p "$NETWORK_RUN" "$NETWORK_LOGS"
    echo "$RPC_PORT $VALIDATOR_PORT $ADMIN_PORT $TRANSPORT_PORT $PROVER_PORT $NTX_BUILDER_PORT" >"$NETWORK_RUN/ports"
    if [ ! -f "$NETWORK_DIR/base-fee" ]; then
        trap genesis_failed EXIT
        make_network
        trap - EXIT
    fi
    start_validator
    start_node
    start_transport
    start_prover
    start_ntx_builder
    # Neither program notices when the other is dead: a new block is what shows that both work.
    status=$(node_status) || status=0
    wait_for_service "new block" node tip_above "${status%% *}"
    status=$(node_status)
    cat >"$NETWORK_DIR/network.json" <<END
{
  "rpc_url": "http://$NETWORK_HOST:$RPC_PORT",
  "admin_url": "http://$NETWORK_HOST:$ADMIN_PORT",
  "genesis": "${status##* }",
  "base_fee": $(cat "$NETWORK_DIR/base-fee"),
$(service_url transport transport_url "$TRANSPORT_PORT")
$(service_url prover prover_url "$PROVER_PORT")
$(service_url ntx-builder ntx_builder_url "$NTX_BUILDER_PORT")
  "accounts": "$NETWORK_DIR/accounts"
}
END
    step "network up after $(($(date +%s) - started)) s: http://$NETWORK_HOST:$RPC_PORT, accounts in $NETWORK_DIR/accounts"
}

network_down() {
    stop_service ntx-builder
    stop_service prover
    stop_service transport
    stop_service node
    stop_service validator
    rm -f "$NETWORK_RUN/ports"
}

# Makes the folder this network's, or stops where it is somebody else's.
claim_network_dir() {
    if [ -d "$NETWORK_DIR" ] && [ -n "$(ls -A "$NETWORK_DIR")" ] && [ ! -f "$NETWORK_DIR/$NETWORK_MARKER" ]; then
        fail "$NETWORK_DIR holds something else: set MIDEN_NET_DIR to an empty folder or one that is not there"
    fi
    mkdir -p "$NETWORK_DIR"
    : >"$NETWORK_DIR/$NETWORK_MARKER"
}

network_wipe() {
    if [ ! -d "$NETWORK_DIR" ]; then return; fi
    # Deletes nothing but what `up` has made.
    [ -f "$NETWORK_DIR/$NETWORK_MARKER" ] || fail "$NETWORK_DIR is not a network's folder: nothing was deleted"
    network_down
    rm -rf "$NETWORK_DIR"
}

network_show() {
    local name pid status
    for name in validator node transport prover ntx-builder; do
        if pid=$(service_pid "$name"); then
            printf '%-12s pid %s, %s MiB\n' "$name" "$pid" "$(ps -o rss= -p "$pid" | awk '{ printf "%.0f", $1 / 1024 }')"
        else
            printf '%-12s not running\n' "$name"
        fi
    done
    service_pid node >/dev/null || return 1
    status=$(node_status) || fail "the node does not answer on port $RPC_PORT"
    if service_pid prover >/dev/null; then say "note: the prover has no setting for its address, and listens on every one of this machine"; fi
    printf '%-12s %s\n' "chain tip" "${status%% *}" genesis "${status##* }" "base fee" "$(cat "$NETWORK_DIR/base-fee")" \
        rpc "http://$NETWORK_HOST:$RPC_PORT" folder "$NETWORK_DIR"
}

network_command() {
    network_settings
    case "${1:-}" in
        up)
            network_check_programs
            if [ ! -f "$NETWORK_DIR/base-fee" ] && ! command -v mkgenesis >/dev/null; then check_prerequisites; fi
            network_up
            network_show
            ;;
        down) network_down ;;
        status) network_show ;;
        wipe) network_wipe ;;
        *) fail "usage: ./build.sh network up|down|status|wipe" 2 ;;
    esac
}
