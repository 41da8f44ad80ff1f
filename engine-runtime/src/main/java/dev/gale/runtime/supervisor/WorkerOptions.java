package dev.gale.runtime.supervisor;

import java.util.List;

/**
 * How the JVM of a topology's workers is to be started.
 *
 * @param childOpts of the supervisor, {@code worker.childopts} included; may be blank
 * @param topologyOptions of the topology, {@code topology.worker.childopts}, after the supervisor's; split already
 * @param heapMegabytes at most, unless the options say otherwise
 */
public record WorkerOptions(String childOpts, List<String> topologyOptions, int heapMegabytes) {
    public WorkerOptions {
        topologyOptions = List.copyOf(topologyOptions);
        if (heapMegabytes < 1) {
            throw new IllegalArgumentException("A worker needs a heap; not " + heapMegabytes + " megabytes");
        }
    }
}
