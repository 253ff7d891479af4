# shellcheck shell=bash
# Many calls for a long time. Sourced by build.sh.

soak_command() { # [CALLS] [OPTIONS of the program]
    build_core native yes
    swift_build --product MidenSoak
    step "soak"
    "$(swift_bin_path)/MidenSoak" "$@"
}
