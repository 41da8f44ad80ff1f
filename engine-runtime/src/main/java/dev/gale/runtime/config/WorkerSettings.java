package dev.gale.runtime.config;

import java.time.Duration;
import java.util.List;

/**
 * What a worker goes by, and how it is started.
 *
 * @param childopts options of its JVM, with placeholders such as {@code %HEAP-MEM%}
 * @param heapMegabytes what that placeholder stands for
 * @param heartbeatFrequency between two heartbeats to its supervisor
 * @param beatFrequency between two beats to the store
 */
public record WorkerSettings(
        List<String> childopts, int heapMegabytes, Duration heartbeatFrequency, Duration beatFrequency) {
    public WorkerSettings {
        childopts = List.copyOf(childopts);
    }

    public static WorkerSettings of(Configuration configuration) {
        return new WorkerSettings(
                configuration.get(ConfigKeys.WORKER_CHILDOPTS),
                configuration.get(ConfigKeys.WORKER_HEAP_MEGABYTES),
                configuration.get(ConfigKeys.WORKER_HEARTBEAT_FREQUENCY),
                configuration.get(ConfigKeys.WORKER_BEAT_FREQUENCY));
    }
}
