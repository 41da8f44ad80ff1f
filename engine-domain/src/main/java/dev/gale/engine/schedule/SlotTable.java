package dev.gale.engine.schedule;

import dev.gale.engine.cluster.ClusterView;
import dev.gale.engine.cluster.SupervisorId;
import dev.gale.engine.cluster.SupervisorView;
import dev.gale.engine.cluster.WorkerSlot;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Who has which slot while a plan is made. A slot belongs to one topology, a reserved supervisor to one as well. */
final class SlotTable {
    private final ClusterView cluster;
    private final Map<WorkerSlot, String> owners = new TreeMap<>();
    private final Map<SupervisorId, Integer> used = new HashMap<>();
    private final Map<SupervisorId, String> reserved = new HashMap<>();
    private final Set<String> isolated;
    private final Map<WorkerSlot, String> holders;

    /**
     * @param isolated ids of topologies that use supervisors reserved for them alone
     * @param holders who has a slot at this moment
     */
    SlotTable(ClusterView cluster, Set<String> isolated, Map<WorkerSlot, String> holders) {
        this.holders = holders;
        this.cluster = cluster;
        this.isolated = isolated;
    }

    void reserve(SupervisorId supervisor, String topology) {
        reserved.put(supervisor, topology);
    }

    boolean isReserved(SupervisorId supervisor) {
        return reserved.containsKey(supervisor);
    }

    /** Whether a slot that exists or existed may be this topology's. */
    boolean admits(String topology, WorkerSlot slot) {
        String owner = owners.getOrDefault(slot, holders.get(slot));
        if (owner != null && !owner.equals(topology)) {
            return false;
        }
        @Nullable String reservedFor = reserved.get(slot.supervisor());
        if (reservedFor == null) {
            return !isolated.contains(topology) || !isThere(slot.supervisor());
        }
        return reservedFor.equals(topology);
    }

    boolean isThere(SupervisorId supervisor) {
        return cluster.supervisors().containsKey(supervisor);
    }

    boolean exists(WorkerSlot slot) {
        return cluster.has(slot);
    }

    void claim(String topology, WorkerSlot slot) {
        if (owners.put(slot, topology) == null) {
            used.merge(slot.supervisor(), 1, Integer::sum);
        }
    }

    void release(WorkerSlot slot) {
        if (owners.remove(slot) != null) {
            used.merge(slot.supervisor(), -1, Integer::sum);
        }
    }

    /**
     * The best free slot: on the supervisor that has the fewest workers of the topology, then the fewest of all, then by id and port.
     *
     * @param own slots that the topology has
     * @param avoid slots that must not be taken
     */
    Optional<WorkerSlot> next(String topology, Set<WorkerSlot> own, Set<WorkerSlot> avoid) {
        Map<SupervisorId, Integer> ownOn = new HashMap<>();
        own.forEach(slot -> ownOn.merge(slot.supervisor(), 1, Integer::sum));
        List<SupervisorId> order = cluster.supervisors().keySet().stream()
                .sorted(Comparator.comparing((SupervisorId id) -> ownOn.getOrDefault(id, 0))
                        .thenComparing(id -> used.getOrDefault(id, 0))
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
        for (SupervisorId id : order) {
            SupervisorView supervisor = cluster.supervisors().get(id);
            for (int port : supervisor == null ? List.<Integer>of() : supervisor.ports()) {
                WorkerSlot slot = new WorkerSlot(id, port);
                if (!owners.containsKey(slot) && !avoid.contains(slot) && admits(topology, slot)) {
                    return Optional.of(slot);
                }
            }
        }
        return Optional.empty();
    }
}
