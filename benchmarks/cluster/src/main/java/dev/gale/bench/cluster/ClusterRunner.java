package dev.gale.bench.cluster;

import dev.gale.bench.harness.Runner;

/** Runs one workload on Gale with worker processes of their own. */
public final class ClusterRunner {
    private ClusterRunner() {}

    public static void main(String[] args) {
        Runner.main(args, SpreadWorkload::new);
    }
}
