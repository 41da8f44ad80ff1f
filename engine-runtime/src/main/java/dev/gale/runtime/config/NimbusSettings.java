package dev.gale.runtime.config;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What nimbus goes by, its API aside.
 *
 * @param isolatedMachines how many machines a topology has for itself, by its name
 */
public record NimbusSettings(
        Timing timing, Inbox inbox, Limits limits, Map<String, Integer> isolatedMachines, List<String> childopts) {
    /**
     * @param taskTimeout a worker without a beat for this long is dead
     * @param taskLaunch a worker that was just assigned has this long for its first
     * @param supervisorTimeout a supervisor without an update for this long gets nothing new
     * @param monitorFrequency between two passes that look at everything
     */
    public record Timing(
            Duration taskTimeout, Duration taskLaunch, Duration supervisorTimeout, Duration monitorFrequency) {}

    /**
     * @param jarExpiration an uploaded jar that nobody submitted for this long is deleted
     * @param cleanupFrequency between two looks for such jars
     * @param uploadMaxBytes the largest jar
     */
    public record Inbox(Duration jarExpiration, Duration cleanupFrequency, long uploadMaxBytes) {}

    /** What one topology may have at most. */
    public record Limits(Optional<Integer> slots, Optional<Integer> executors) {}

    public NimbusSettings {
        isolatedMachines = Collections.unmodifiableMap(new TreeMap<>(isolatedMachines));
        childopts = List.copyOf(childopts);
    }

    public static NimbusSettings of(Configuration configuration) {
        return new NimbusSettings(
                new Timing(
                        configuration.get(ConfigKeys.NIMBUS_TASK_TIMEOUT),
                        configuration.get(ConfigKeys.NIMBUS_TASK_LAUNCH),
                        configuration.get(ConfigKeys.NIMBUS_SUPERVISOR_TIMEOUT),
                        configuration.get(ConfigKeys.NIMBUS_MONITOR_FREQ)),
                new Inbox(
                        configuration.get(ConfigKeys.NIMBUS_INBOX_JAR_EXPIRATION),
                        configuration.get(ConfigKeys.NIMBUS_CLEANUP_INBOX_FREQ),
                        configuration.get(ConfigKeys.NIMBUS_UPLOAD_MAX_BYTES)),
                new Limits(
                        configuration.find(ConfigKeys.NIMBUS_SLOTS_PER_TOPOLOGY),
                        configuration.find(ConfigKeys.NIMBUS_EXECUTORS_PER_TOPOLOGY)),
                configuration.get(ConfigKeys.ISOLATION_MACHINES),
                configuration.get(ConfigKeys.NIMBUS_CHILDOPTS));
    }
}
