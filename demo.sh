#!/usr/bin/env bash
# Counts words on a cluster on this machine. `./demo.sh --help` says how.
set -euo pipefail

usage() {
    cat <<'TEXT'
Usage: ./demo.sh [--repeat N] [FILE|FOLDER]
       ./demo.sh --keep | --local ...

Builds what is not built, then counts the words of a text file, or of all files under a folder, on a cluster on this machine: starts a
store, nimbus, two supervisors and two worker processes, submits the topology, follows it until all is counted, and takes everything
down again. Every line is tracked until it is counted, and replayed when it fails. Without FILE or FOLDER it reads the legal notices
that come with the JDK. The full table is written to target/demo/counts.tsv.

  --repeat N    read the input N times
  --keep        leave the cluster up at the end, until Ctrl-C, and say what can be tried on it
  --local       no cluster: everything in one process

FILE or FOLDER may also be a URI, such as file:///tmp/a%20b.txt.

Exit code: 0 when every line was counted; 1 when it was not, or the result could not be written, and the message says why;
2 for wrong arguments or a file that is not there; 128 and the signal's number when a signal ended it, 130 after Ctrl-C.
TEXT
}

for argument in "$@"; do
    case $argument in
        -h | --help) usage; exit 0 ;;
        --) break ;;
    esac
done

root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
# The JVM reads and writes names of files as its locale says.
export LC_ALL=C.UTF-8
. "$root/.ci/java.sh"

modules=(spi engine-domain engine-runtime adapter-memory adapter-localfile-heartbeat adapter-netty adapter-aeron adapter-zookeeper)
modules+=(adapter-etcd adapter-http examples distribution)
target=$root/distribution/target
stamp=$target/demo.built
class_path=$target/classpath.txt
own_jar() { echo "$target"/gale-distribution-[0-9]*.jar; }

# True when there is a build, every part of it is still there, and no source is newer.
is_built() {
    [ -f "$stamp" ] && [ -f "$class_path" ] && [ -f "$(own_jar)" ] || return 1
    local part
    while IFS= read -r part; do
        [ -e "$part" ] || return 1
    done < <(tr ':' '\n' <"$class_path")
    local sources=("$root/pom.xml") module
    for module in "${modules[@]}"; do
        sources+=("$root/$module/pom.xml")
        [ -d "$root/$module/src/main" ] && sources+=("$root/$module/src/main")
    done
    [ -z "$(find "${sources[@]}" -newer "$stamp" -print -quit)" ]
}

build() {
    if ! mkdir -p "$target" 2>/dev/null || [ ! -w "$target" ]; then
        echo "demo.sh: Gale is to be built first, and $target cannot be written: make it writable, or use a copy" >&2
        exit 1
    fi
    if ! command -v mvn >/dev/null || ! command -v javac >/dev/null; then
        "$root/.ci/prepare" >&2 || {
            echo "demo.sh: the first run builds Gale, which takes Maven and a JDK 17; install both and try again" >&2
            exit 1
        }
    fi
    printf 'Building Gale (only when sources changed; the first time also fetches libraries) ... ' >&2
    SECONDS=0
    touch "$stamp.begun"
    if ! mvn -q -B -ntp -f "$root/pom.xml" -pl distribution -am -Denforcer.skip=true -DskipTests \
        -Dassembly.skipAssembly=true package >"$stamp.log" 2>&1; then
        echo "failed:" >&2
        cat "$stamp.log" >&2
        exit 1
    fi
    mv "$stamp.begun" "$stamp"
    echo "${SECONDS} s" >&2
}

if ! is_built; then
    . "$root/.ci/lock.sh"
    lock "$root"
    # Whoever was first may have built it.
    is_built || build
    unlock
fi

flags=(-Xmx512m)
# Chronicle complains on the terminal when it may not look into these.
for package in jdk.internal.misc java.nio java.lang.reflect; do
    flags+=("--add-opens=java.base/$package=ALL-UNNAMED")
done
flags+=("-Dgale.demo.directory=$root/target/demo" "-Dgale.demo.command=$root/distribution/src/main/dist/bin/gale")
local_mode=
for argument in "$@"; do
    case $argument in
        --local) local_mode=yes ;;
        --) break ;;
    esac
done
if [ -n "$local_mode" ]; then
    export GALE_LOG_LEVEL=${GALE_LOG_LEVEL:-WARN}
    flags+=(-XX:+UseParallelGC "-Dlogback.configurationFile=$root/distribution/src/main/dist/conf/logback.xml")
else
    # The work is done by the workers; this process is to start fast.
    flags+=(-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto)
    flags+=(-Dlogback.configurationFile=dev/gale/distribution/daemon/daemon-logback.xml)
fi
[ ! -t 2 ] || flags+=(-Dgale.demo.terminal=true)
[ "$java_version" -lt 22 ] || flags+=(--enable-native-access=ALL-UNNAMED)
[ "$java_version" -lt 23 ] || flags+=(--sun-misc-unsafe-memory-access=allow)

# A name that is not UTF-8 would not get through the JVM's arguments; a URI carries every byte.
arguments=()
for argument in "$@"; do
    if [ -e "$argument" ] && ! printf '%s' "$argument" | iconv -f UTF-8 -t UTF-8 >/dev/null 2>&1; then
        [ "${argument:0:1}" = / ] || argument=$PWD/$argument
        argument=file://$(printf '%s' "$argument" | od -An -v -tx1 | tr -d '\n' | sed 's/ /%/g; s:%2f:/:g')
    fi
    arguments+=("$argument")
done
exec "$java" "${flags[@]}" -cp "$(own_jar):$(cat "$class_path")" dev.gale.distribution.demo.Demo ${arguments[@]+"${arguments[@]}"}
