package dev.gale.runtime.store;

import dev.gale.engine.cluster.SupervisorId;
import dev.gale.engine.cluster.SupervisorView;
import java.time.Instant;
import java.util.List;

/**
 * What a supervisor says of itself.
 *
 * @param usedPorts those that run something
 * @param startTime of its process
 * @param lastUpdate of this record, for people
 * @param sequence another one with each update
 * @param version of Gale
 */
public record SupervisorRecord(
        SupervisorId id,
        String host,
        List<Integer> ports,
        List<Integer> usedPorts,
        Instant startTime,
        Instant lastUpdate,
        long sequence,
        String version) {
    public SupervisorRecord {
        ports = List.copyOf(ports);
        usedPorts = List.copyOf(usedPorts);
    }

    public SupervisorView view() {
        return new SupervisorView(id, host, ports);
    }
}
