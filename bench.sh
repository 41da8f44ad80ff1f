#!/usr/bin/env bash
# Runs the end-to-end benchmarks: Gale beside its peers. See benchmarks/README.md.
set -euo pipefail
cd -P "$(dirname "$0")"

. .ci/java.sh
. .ci/lock.sh

harness=benchmarks/harness/target
# Its plugins and the HdrHistogram jar come from Maven Central; nothing is installed into the local repository.
build() {
    mvn -q -B -DskipTests "$@" >&2
}
campaign() {
    exec "$java" -Dgale.bench.spentSeconds=$SECONDS -cp "$harness/classes:$(cat "$harness/classpath.txt")" \
        dev.gale.bench.harness.Campaign "$@"
}

# Held while it measures, too: the engines are started from what was built.
lock "$PWD"
# The harness first: it knows which arguments there are, and which peers they need.
build -f benchmarks/peers/pom.xml -pl ../harness package dependency:build-classpath \
    -Dmdep.outputFile=target/classpath.txt
peers=$(campaign --check "$@")

echo "building Gale and${peers:+ }${peers//$'\n'/, }..."
for peer in $peers; do
    modules="${modules:-../harness},$peer"
done
if [ -n "${modules:-}" ]; then
    build -f benchmarks/peers/pom.xml -pl "$modules" package
fi
build -pl benchmarks -am package dependency:build-classpath -Dmdep.outputFile=target/classpath.txt
campaign "$@"
