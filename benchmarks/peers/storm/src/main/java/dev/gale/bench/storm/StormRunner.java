package dev.gale.bench.storm;

import dev.gale.bench.harness.Runner;

/** Runs one workload on Apache Storm in a local cluster in this process. */
public final class StormRunner {
    private StormRunner() {}

    public static void main(String[] args) {
        Runner.main(args, StormWorkload::new);
    }
}
