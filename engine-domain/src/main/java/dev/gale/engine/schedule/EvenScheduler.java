package dev.gale.engine.schedule;

import dev.gale.engine.cluster.ClusterView;
import dev.gale.engine.cluster.SupervisorId;
import dev.gale.engine.cluster.WorkerSlot;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Spreads each topology's workers over supervisors first and their ports then, and its executors evenly over its workers.
 *
 * <p>Goals, the first wins: an isolated topology shares no supervisor; what runs and can stay stays, so that losing slots moves
 * exactly the executors on them; a topology gets as many workers as it wants. A topology that has fewer than it wants gets more when
 * there is room, and then as many executors move as make the new workers even. One that has nowhere else to go keeps its places,
 * lost or not: moving it to nowhere would help nobody, and its supervisors may come back. Workers need no supervisor to go on: when
 * theirs is away they stay until they are lost themselves, get no more executors meanwhile, and are left by a rebalance.
 */
public final class EvenScheduler implements Scheduler {
    private final SortedMap<String, Integer> isolated;

    /** @param isolated how many supervisors a topology has for itself, by topology name */
    public EvenScheduler(Map<String, Integer> isolated) {
        isolated.forEach((name, supervisors) -> {
            if (supervisors < 1) {
                throw new IllegalArgumentException("Topology '" + name + "' cannot be isolated on " + supervisors
                        + " supervisors; give 1 or more");
            }
        });
        this.isolated = new TreeMap<>(isolated);
    }

    @Override
    public Map<String, Placement> plan(
            ClusterView cluster, List<TopologyView> topologies, Map<WorkerSlot, String> holders) {
        Set<String> alone = new HashSet<>();
        topologies.stream().filter(this::isIsolated).map(TopologyView::id).forEach(alone::add);
        SlotTable table = new SlotTable(cluster, alone, holders);
        topologies.stream().filter(this::isIsolated).forEach(topology -> reserve(topology, topologies, cluster, table));

        Map<String, TopologyPlacing> placings = new LinkedHashMap<>();
        for (TopologyView topology : topologies) {
            TopologyPlacing placing = new TopologyPlacing(topology, table);
            placing.keepWhatCanStay();
            placings.put(topology.id(), placing);
        }
        Map<String, Placement> plan = new LinkedHashMap<>();
        placings.forEach((id, placing) -> plan.put(id, placing.place()));
        return plan;
    }

    private boolean isIsolated(TopologyView topology) {
        return isolated.containsKey(topology.name());
    }

    /** Supervisors where it runs come first, then idle ones, then those from which the fewest workers of others must go. */
    private void reserve(TopologyView topology, List<TopologyView> all, ClusterView cluster, SlotTable table) {
        Map<SupervisorId, Set<WorkerSlot>> own = new HashMap<>();
        Map<SupervisorId, Set<WorkerSlot>> foreign = new HashMap<>();
        for (TopologyView other : all) {
            Map<SupervisorId, Set<WorkerSlot>> into = other == topology ? own : foreign;
            other.placed().values().forEach(slot -> {
                if (!other.lost().contains(slot)) {
                    into.computeIfAbsent(slot.supervisor(), id -> new HashSet<>())
                            .add(slot);
                }
            });
        }
        int wanted = Math.min(isolated.getOrDefault(topology.name(), 1), topology.usefulWorkers());
        cluster.supervisors().keySet().stream()
                .filter(id -> !table.isReserved(id))
                .sorted(Comparator.comparing((SupervisorId id) -> !own.containsKey(id))
                        .thenComparing(id -> foreign.getOrDefault(id, Set.of()).size())
                        .thenComparing(Comparator.naturalOrder()))
                .limit(wanted)
                .forEach(id -> table.reserve(id, topology.id()));
    }
}
