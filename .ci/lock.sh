# For the scripts to source: `lock FOLDER` waits until no other script builds in that working copy, so that no two Mavens write the same
# target folders. The lock is the kernel's and on the folder itself: it leaves no file, and is let go by `unlock` or with the process.
# What a holder starts, such as the tests, does not wait for it. Without flock there is no lock, and things are as if alone.

lock() {
    if [ "${GALE_LOCKED:-}" = "$1" ] || ! command -v flock >/dev/null; then
        return
    fi
    exec 9<"$1"
    local rc=0
    flock -n 9 2>/dev/null || rc=$?
    if [ "$rc" -eq 1 ]; then
        echo "${0##*/}: another script builds in $1; waiting until it is done" >&2
        flock 9
    fi
    export GALE_LOCKED=$1
}

unlock() {
    exec 9<&-
    unset GALE_LOCKED
}
