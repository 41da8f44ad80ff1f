package dev.gale.runtime.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a supervisor goes by.
 *
 * @param id its name in the cluster; none if it is to make one and keep it in its local directory
 * @param ports one slot each
 * @param heartbeatFrequency between two updates of its own record in the store
 * @param logRetention for which the logs of topologies that are no more stay; zero: for ever
 */
public record SupervisorSettings(
        Optional<String> id,
        List<Integer> ports,
        Timing timing,
        Duration heartbeatFrequency,
        Duration logRetention,
        List<String> childopts) {
    /**
     * @param workerTimeout a worker whose heartbeat stands still for this long is killed
     * @param workerStartTimeout a worker that was just started has this long for its first
     * @param workerShutdownGrace a worker that was told to end has this long until it is killed
     */
    public record Timing(Duration workerTimeout, Duration workerStartTimeout, Duration workerShutdownGrace) {}

    public SupervisorSettings {
        ports = List.copyOf(ports);
        childopts = List.copyOf(childopts);
    }

    public static SupervisorSettings of(Configuration configuration) {
        return new SupervisorSettings(
                configuration.find(ConfigKeys.SUPERVISOR_ID),
                configuration.get(ConfigKeys.SUPERVISOR_SLOTS_PORTS),
                new Timing(
                        configuration.get(ConfigKeys.SUPERVISOR_WORKER_TIMEOUT),
                        configuration.get(ConfigKeys.SUPERVISOR_WORKER_START_TIMEOUT),
                        configuration.get(ConfigKeys.SUPERVISOR_WORKER_SHUTDOWN_GRACE)),
                configuration.get(ConfigKeys.SUPERVISOR_HEARTBEAT_FREQUENCY),
                configuration.get(ConfigKeys.SUPERVISOR_LOG_RETENTION),
                configuration.get(ConfigKeys.SUPERVISOR_CHILDOPTS));
    }
}
