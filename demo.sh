#!/usr/bin/env bash
# Counts words in local mode. `./demo.sh --help` says how.
set -euo pipefail

usage() {
    cat <<'TEXT'
Usage: ./demo.sh [--repeat N] [FILE|FOLDER]

Builds what is not built, then counts the words of a text file, or of all files under a folder, with a topology on two workers
in this process. Every line is tracked until it is counted, and replayed when it fails. Without FILE or FOLDER it reads the
legal notices that come with the JDK. The full table is written to target/demo/counts.tsv.

  --repeat N    read the input N times

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
export GALE_LOG_LEVEL=${GALE_LOG_LEVEL:-WARN}
. "$root/.ci/java.sh"

modules=(spi engine-domain engine-runtime adapter-memory examples)
stamp=$root/examples/target/demo.built
class_path=$root/examples/target/classpath.txt

# True when there is a build, every part of it is still there, and no source is newer.
is_built() {
    [ -f "$stamp" ] && [ -f "$class_path" ] && [ -d "$root/examples/target/classes" ] || return 1
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
    if ! mkdir -p "$root/examples/target" 2>/dev/null || [ ! -w "$root/examples/target" ]; then
        echo "demo.sh: Gale is to be built first, and $root/examples/target cannot be written: make it writable, or use a copy" >&2
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
    if ! mvn -q -B -ntp -f "$root/pom.xml" -pl examples -am -Denforcer.skip=true process-classes >"$stamp.log" 2>&1; then
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

flags=(-Xmx512m -XX:+UseParallelGC "-Dlogback.configurationFile=$root/distribution/src/main/dist/conf/logback.xml")
flags+=("-Dgale.demo.directory=$root/target/demo")
[ ! -t 2 ] || flags+=(-Dgale.demo.terminal=true)
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
exec "$java" "${flags[@]}" -cp "$root/examples/target/classes:$(cat "$class_path")" dev.gale.examples.wordcount.WordCountDemo \
    ${arguments[@]+"${arguments[@]}"}
