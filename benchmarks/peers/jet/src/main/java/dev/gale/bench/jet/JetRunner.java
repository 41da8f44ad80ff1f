package dev.gale.bench.jet;

import dev.gale.bench.harness.Runner;

/** Runs one workload on Hazelcast Jet in one member in this process. */
public final class JetRunner {
    private JetRunner() {}

    public static void main(String[] args) {
        System.setProperty("hazelcast.phone.home.enabled", "false");
        System.setProperty("hazelcast.logging.type", "jdk");
        Runner.main(args, JetWorkload::new);
    }
}
