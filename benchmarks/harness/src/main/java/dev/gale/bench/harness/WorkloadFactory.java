package dev.gale.bench.harness;

/** Makes the workloads of one engine; what an engine's main class hands to {@link Runner#main}. */
@FunctionalInterface
public interface WorkloadFactory {
    /**
     * Builds, but does not start.
     *
     * @throws IllegalArgumentException if the engine has no such scenario
     */
    Workload create(Scenario scenario, Variant variant);
}
