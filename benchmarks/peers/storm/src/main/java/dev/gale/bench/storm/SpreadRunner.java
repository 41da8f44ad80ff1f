package dev.gale.bench.storm;

import dev.gale.bench.harness.Runner;

/** Runs one workload on Storm with worker processes of their own. */
public final class SpreadRunner {
    private SpreadRunner() {}

    public static void main(String[] args) {
        Runner.main(args, SpreadWorkload::new);
    }
}
