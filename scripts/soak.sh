# shellcheck shell=bash
# Many calls for a long time. Sourced by build.sh.

# glibc gives threads memory from up to eight arenas a core. An execution takes 25 MB for a moment and leaves a little, so
# each arena grows to that, and what is left keeps it there: for as long as a run lasts. With one of them the growth of the
# program is not hidden behind that of the arenas.
soak_command() { # [CALLS] [OPTIONS of the program]
    build_core native yes
    swift_build --product MidenSoak
    step "soak"
    MALLOC_ARENA_MAX=${MALLOC_ARENA_MAX:-1} "$(swift_bin_path)/MidenSoak" "$@"
}
