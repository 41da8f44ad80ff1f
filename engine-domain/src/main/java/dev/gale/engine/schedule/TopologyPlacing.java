package dev.gale.engine.schedule;

import dev.gale.engine.cluster.SupervisorId;
import dev.gale.engine.cluster.WorkerSlot;
import dev.gale.engine.task.ExecutorId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Places one topology: first what can stay, once that is known of all topologies the rest. */
final class TopologyPlacing {
    private final TopologyView topology;
    private final SlotTable table;
    private final SortedMap<ExecutorId, WorkerSlot> places = new TreeMap<>();
    private final SortedMap<WorkerSlot, SortedSet<ExecutorId>> slots = new TreeMap<>();

    /** The same slots by how many executors they have, so that the least busy are found at once. */
    private final TreeMap<Integer, SortedSet<WorkerSlot>> byCount = new TreeMap<>();

    /** How many executors of each component there are, on each slot and altogether: counting them anew would take a square of time. */
    private final Map<WorkerSlot, Map<String, Integer>> placedOn = new HashMap<>();

    private final Map<String, Integer> placedOf = new HashMap<>();

    TopologyPlacing(TopologyView topology, SlotTable table) {
        this.topology = topology;
        this.table = table;
    }

    void keepWhatCanStay() {
        keep(slot -> !topology.lost().contains(slot) && (table.exists(slot) || mayWait(slot)));
        slots.keySet().stream()
                .sorted(Comparator.comparing((WorkerSlot slot) -> -count(slot))
                        .thenComparing(Comparator.naturalOrder()))
                .skip(topology.usefulWorkers())
                .toList()
                .forEach(this::leave);
    }

    /** A rebalance starts workers anew, which needs a supervisor. */
    private boolean mayWait(WorkerSlot slot) {
        return !topology.spread() && !table.isThere(slot.supervisor());
    }

    Placement place() {
        Set<WorkerSlot> added = addSlots();
        if (slots.isEmpty()) {
            keep(slot -> true);
        }
        if (topology.spread()) {
            spreadOverSupervisors();
        }
        if (slots.isEmpty()) {
            return new Placement(Map.of(), shortage());
        }
        for (ExecutorId executor : topology.layout().executors()) {
            if (!places.containsKey(executor)) {
                put(executor, leastBusy(executor.component()));
            }
        }
        if (topology.spread()) {
            level(slots.keySet());
        } else if (slots.size() > slotsBefore()) {
            level(added);
        }
        return new Placement(places, shortage());
    }

    private void keep(Predicate<WorkerSlot> canStay) {
        for (ExecutorId executor : topology.layout().executors()) {
            WorkerSlot slot = topology.placed().get(executor);
            if (slot != null && table.admits(topology.id(), slot) && canStay.test(slot)) {
                add(slot);
                put(executor, slot);
            }
        }
    }

    private Set<WorkerSlot> addSlots() {
        Set<WorkerSlot> added = new HashSet<>();
        while (slots.size() < topology.usefulWorkers()) {
            Optional<WorkerSlot> next = table.next(topology.id(), slots.keySet(), topology.lost());
            if (next.isEmpty()) {
                break;
            }
            add(next.get());
            added.add(next.get());
        }
        return added;
    }

    /** Moves whole workers, one at a time, to supervisors that would then have fewer of them than the one they leave. */
    private void spreadOverSupervisors() {
        while (true) {
            Map<SupervisorId, List<WorkerSlot>> bySupervisor = slots.keySet().stream()
                    .collect(Collectors.groupingBy(WorkerSlot::supervisor, TreeMap::new, Collectors.toList()));
            List<WorkerSlot> fullest = bySupervisor.values().stream()
                    .max(Comparator.comparing(List::size))
                    .orElse(List.of());
            Optional<WorkerSlot> to = table.next(topology.id(), slots.keySet(), topology.lost())
                    .filter(slot -> fullest.size()
                                    - bySupervisor
                                            .getOrDefault(slot.supervisor(), List.of())
                                            .size()
                            >= 2);
            if (to.isEmpty()) {
                return;
            }
            WorkerSlot from = fullest.get(fullest.size() - 1);
            List<ExecutorId> moving = List.copyOf(on(from));
            leave(from);
            add(to.get());
            moving.forEach(executor -> put(executor, to.get()));
        }
    }

    private int slotsBefore() {
        return new HashSet<>(topology.placed().values()).size();
    }

    /** Of the slots with the fewest executors the first that has no more of the component than an even share, if there is one. */
    private WorkerSlot leastBusy(String component) {
        int share = placedOf.getOrDefault(component, 0) / slots.size();
        WorkerSlot best = null;
        int fewest = Integer.MAX_VALUE;
        for (WorkerSlot slot : leastBusy()) {
            int same = placedOn.getOrDefault(slot, Map.of()).getOrDefault(component, 0);
            if (same < fewest) {
                best = slot;
                fewest = same;
            }
            if (same <= share) {
                break;
            }
        }
        return Objects.requireNonNull(best);
    }

    /** Workers without a supervisor get no more, unless there are no others: nobody would start them anew. */
    private Set<WorkerSlot> leastBusy() {
        for (SortedSet<WorkerSlot> same : byCount.values()) {
            if (same.stream().allMatch(table::exists)) {
                return same;
            }
            Set<WorkerSlot> there = same.stream().filter(table::exists).collect(Collectors.toCollection(TreeSet::new));
            if (!there.isEmpty()) {
                return there;
            }
        }
        return byCount.firstEntry().getValue();
    }

    /** Fills some workers from the fullest, one executor at a time, until none of them has two fewer than another. */
    private void level(Set<WorkerSlot> some) {
        Comparator<WorkerSlot> byNumber = Comparator.comparing(this::count);
        while (true) {
            WorkerSlot least = some.stream()
                    .min(byNumber.thenComparing(Comparator.naturalOrder()))
                    .orElseThrow();
            WorkerSlot most = slots.keySet().stream()
                    .filter(slot -> table.exists(slot) || !mayWait(slot))
                    .max(byNumber)
                    .orElse(least);
            if (count(most) - count(least) < 2) {
                return;
            }
            put(on(most).last(), least);
        }
    }

    private void add(WorkerSlot slot) {
        if (!slots.containsKey(slot)) {
            slots.put(slot, new TreeSet<>());
            byCount.computeIfAbsent(0, count -> new TreeSet<>()).add(slot);
            table.claim(topology.id(), slot);
        }
    }

    private void leave(WorkerSlot slot) {
        List.copyOf(on(slot)).forEach(executor -> {
            places.remove(executor);
            takeFrom(slot, executor);
        });
        forget(slot, 0);
        slots.remove(slot);
        table.release(slot);
    }

    private void put(ExecutorId executor, WorkerSlot slot) {
        WorkerSlot before = places.put(executor, slot);
        if (before != null) {
            takeFrom(before, executor);
        }
        forget(slot, count(slot));
        on(slot).add(executor);
        byCount.computeIfAbsent(count(slot), count -> new TreeSet<>()).add(slot);
        count(executor.component(), slot, 1);
    }

    private void takeFrom(WorkerSlot slot, ExecutorId executor) {
        forget(slot, count(slot));
        on(slot).remove(executor);
        byCount.computeIfAbsent(count(slot), count -> new TreeSet<>()).add(slot);
        count(executor.component(), slot, -1);
    }

    private void count(String component, WorkerSlot slot, int more) {
        placedOn.computeIfAbsent(slot, key -> new HashMap<>()).merge(component, more, Integer::sum);
        placedOf.merge(component, more, Integer::sum);
    }

    private void forget(WorkerSlot slot, int count) {
        SortedSet<WorkerSlot> same = byCount.get(count);
        if (same != null && same.remove(slot) && same.isEmpty()) {
            byCount.remove(count);
        }
    }

    private int count(WorkerSlot slot) {
        return on(slot).size();
    }

    private SortedSet<ExecutorId> on(WorkerSlot slot) {
        SortedSet<ExecutorId> executors = slots.get(slot);
        if (executors == null) {
            throw new IllegalStateException(topology.id() + " does not have " + slot);
        }
        return executors;
    }

    private Optional<String> shortage() {
        int wanted = topology.usefulWorkers();
        long there = slots.keySet().stream().filter(table::exists).count();
        if (there >= wanted) {
            return Optional.empty();
        }
        if (slots.size() >= wanted && slots.keySet().stream().allMatch(slot -> table.exists(slot) || mayWait(slot))) {
            return Optional.of(
                    (wanted - there) + " of its " + wanted + " workers have no supervisor, which would start "
                            + "them again if they ended: start it; what falls silent meanwhile moves");
        }
        return Optional.of("has " + there + " of the " + wanted + " workers it wants: no other slot is free for it; "
                + "add a supervisor or ports to supervisor.slots.ports, or kill another topology");
    }
}
