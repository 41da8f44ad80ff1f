package dev.gale.bench;

import dev.gale.bench.harness.Runner;

/** Runs one workload on Gale in a local cluster in this process. */
public final class GaleRunner {
    private GaleRunner() {}

    public static void main(String[] args) {
        Runner.main(args, GaleWorkload::new);
    }
}
