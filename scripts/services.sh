# shellcheck shell=bash
# The programs of a local network, each in the background under a name. Sourced by build.sh, used by network.sh, whose
# folders (NETWORK_RUN, NETWORK_LOGS), host and bound on waiting these are.

# A pid file holds the pid and the process's start time, so that a reused pid is never killed.
process_started() { ps -o lstart= -p "$1" 2>/dev/null | xargs || true; }

service_pid() { # NAME: prints the pid if the process that this script started still runs
    local file=$NETWORK_RUN/$1.pid pid='' start=''
    [ -f "$file" ] || return 1
    { read -r pid && read -r start; } <"$file" || return 1
    # A zombie does not run.
    case "$(ps -o stat= -p "$pid" 2>/dev/null)" in '' | Z*) return 1 ;; esac
    [ "$(process_started "$pid")" = "$start" ] || return 1
    printf '%s' "$pid"
}

# A service that kept what it inherits would keep its starter's pipes open, and anything that reads them waiting.
close_inherited_files() {
    local file
    for file in /dev/fd/*; do
        file=${file##*/}
        case $file in 0 | 1 | 2 | 255 | *[!0-9]*) ;; *) eval "exec $file>&-" ;; esac
    done
}

start_service() { # NAME COMMAND...
    local name=$1 pid
    shift
    (close_inherited_files && exec nohup "$@") >>"$NETWORK_LOGS/$name.log" 2>&1 </dev/null &
    pid=$!
    disown "$pid" 2>/dev/null || true
    printf '%s\n%s\n' "$pid" "$(process_started "$pid")" >"$NETWORK_RUN/$name.pid"
}

stop_service() { # NAME
    local name=$1 pid turns=0
    if pid=$(service_pid "$name"); then
        kill -TERM "$pid" 2>/dev/null || true
        # They end within 10 s by themselves; 15 s is a bound, not a habit.
        while service_pid "$name" >/dev/null && [ $turns -lt 150 ]; do
            sleep 0.1
            turns=$((turns + 1))
        done
        if service_pid "$name" >/dev/null; then kill -KILL "$pid" 2>/dev/null || true; fi
        say "stopped $name"
    fi
    rm -f "$NETWORK_RUN/$name.pid"
}

# Waits until a command succeeds; fails at once when the service that it waits for has died.
wait_for_service() { # WHAT NAME COMMAND...
    local what=$1 name=$2 deadline
    shift 2
    deadline=$(($(date +%s) + NETWORK_WAIT))
    until "$@" >/dev/null 2>&1; do
        if ! service_pid "$name" >/dev/null; then
            tail -n 15 "$NETWORK_LOGS/$name.log" >&2
            fail "$name ended while $what was waited for"
        fi
        if [ "$(date +%s)" -ge "$deadline" ]; then
            tail -n 15 "$NETWORK_LOGS/$name.log" >&2
            fail "no $what after $NETWORK_WAIT s"
        fi
        sleep 0.2
    done
}

port_open() { (exec 3<>"/dev/tcp/$NETWORK_HOST/$1") 2>/dev/null; }

check_port_free() { # PORT VARIABLE
    if port_open "$1"; then
        fail "port $1 is in use by another program: set $2 to a free one, or stop that program"
    fi
}
