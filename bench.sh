#!/usr/bin/env bash
# Runs the end-to-end benchmarks: Gale beside its peers. See benchmarks/README.md.
set -euo pipefail

usage() {
    cat <<'TEXT'
Usage: ./bench.sh dataflow|transport [--workloads W1,W2] [--peers storm,flink,jet|none] [--quick]
       ./bench.sh submit [--runs 5]
       ./bench.sh store [--stores zookeeper,etcd] [--quick]
       ./bench.sh frames [--paths tcp,netty,aeron-ipc] [--quick]

Builds Gale and its peers, lets each run the same workloads in turn, and compares them, within 40 minutes: W1 to W5 in one
process ("dataflow"), or W6 between two worker processes ("transport", beside Storm only). "submit" measures Gale alone: from a
submit to the first acked tuple on an idle cluster of processes. "store" measures metadata stores, within 20 minutes: each beside
the others under what nimbus, 250 supervisors and 1,000 workers write. "frames" measures transports alone between two processes,
beside plain sockets and Aeron without the transport, within 20 minutes. What the workloads are is in benchmarks/README.md. The figures are printed and written to
benchmarks/target/results.

  --workloads  only these
  --peers      only these beside Gale
  --stores     only these; without it all that are installed and have a server of their own
  --paths      only these; without it all that are installed
  --quick      within 5 minutes: of the peers Storm tuned only, of the rest less of the same

Exit code: 0 when all was measured, 1 when a run failed or the time ran out, 2 for wrong arguments or for
what is not installed.
TEXT
}

for argument in "$@"; do
    case $argument in
        -h | --help) usage; exit 0 ;;
    esac
done
[ $# -gt 0 ] || { usage >&2; exit 2; }
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
case $1 in
    submit) own=SubmitBenchmark ;;
    store) own=StoreBenchmark ;;
    frames) own=FrameBenchmark ;;
    *) own= ;;
esac
if [ -n "$own" ]; then
    build -pl benchmarks/cluster -am -Dassembly.skipAssembly=true package dependency:build-classpath \
        -Dmdep.outputFile=target/classpath.txt
    shift
    exec "$java" -Xmx1g --add-opens=java.base/jdk.internal.misc=ALL-UNNAMED --add-opens=java.base/java.nio=ALL-UNNAMED \
        --add-opens=java.base/java.lang.reflect=ALL-UNNAMED -Dgale.log.dir=benchmarks/target/logs \
        -Dgale.bench.spentSeconds=$SECONDS \
        -Dlogback.configurationFile=dev/gale/distribution/daemon/daemon-logback.xml \
        -cp "benchmarks/cluster/target/classes:$(cat benchmarks/cluster/target/classpath.txt)" \
        "dev.gale.bench.cluster.$own" "$@"
fi

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
case $1 in
    transport) ours=benchmarks/cluster ;;
    *) ours=benchmarks ;;
esac
build -pl "$ours" -am -Dassembly.skipAssembly=true package dependency:build-classpath \
    -Dmdep.outputFile=target/classpath.txt
campaign "$@"
