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

Exit code: 0 when every line was counted, 2 for wrong arguments or a file that is not there.
TEXT
}

for argument in "$@"; do
    case $argument in
        -h | --help) usage; exit 0 ;;
        --) break ;;
    esac
done

root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
export LC_ALL=${LC_ALL:-C.UTF-8}
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
    if ! command -v mvn >/dev/null || ! command -v javac >/dev/null; then
        "$root/.ci/prepare" >&2 || {
            echo "demo.sh: the first run builds Gale, which takes Maven and a JDK 17; install both and try again" >&2
            exit 1
        }
    fi
    printf 'Building Gale (only when sources changed; the first time also fetches libraries) ... ' >&2
    SECONDS=0
    mkdir -p "$root/examples/target"
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
exec "$java" "${flags[@]}" -cp "$root/examples/target/classes:$(cat "$class_path")" dev.gale.examples.wordcount.WordCountDemo "$@"
