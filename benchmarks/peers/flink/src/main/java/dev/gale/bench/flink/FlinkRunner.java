package dev.gale.bench.flink;

import dev.gale.bench.harness.Runner;

/** Runs one workload on Apache Flink in a mini cluster in this process. */
public final class FlinkRunner {
    private FlinkRunner() {}

    public static void main(String[] args) {
        Runner.main(args, FlinkWorkload::new);
    }
}
