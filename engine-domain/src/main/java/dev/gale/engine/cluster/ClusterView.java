package dev.gale.engine.cluster;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The supervisors that are there at one moment, by id. */
public record ClusterView(SortedMap<SupervisorId, SupervisorView> supervisors) {
    public ClusterView {
        supervisors = Collections.unmodifiableSortedMap(new TreeMap<>(supervisors));
    }

    public static ClusterView of(Collection<SupervisorView> supervisors) {
        SortedMap<SupervisorId, SupervisorView> byId = new TreeMap<>();
        supervisors.forEach(supervisor -> byId.put(supervisor.id(), supervisor));
        return new ClusterView(byId);
    }

    /** Whether there is such a place now. */
    public boolean has(WorkerSlot slot) {
        SupervisorView supervisor = supervisors.get(slot.supervisor());
        return supervisor != null && supervisor.ports().contains(slot.port());
    }

    public int slotCount() {
        return supervisors.values().stream()
                .mapToInt(supervisor -> supervisor.ports().size())
                .sum();
    }

    /** What others reach a supervisor by. */
    public Map<SupervisorId, String> hosts() {
        Map<SupervisorId, String> hosts = new TreeMap<>();
        supervisors.forEach((id, supervisor) -> hosts.put(id, supervisor.host()));
        return hosts;
    }
}
