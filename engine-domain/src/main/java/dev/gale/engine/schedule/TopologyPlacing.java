package dev.gale.engine.schedule;

import dev.gale.engine.cluster.SupervisorId;
import dev.gale.engine.cluster.WorkerSlot;
import dev.gale.engine.task.ExecutorId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
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
    private final SortedSet<WorkerSlot> slots = new TreeSet<>();

    TopologyPlacing(TopologyView topology, SlotTable table) {
        this.topology = topology;
        this.table = table;
    }

    void keepWhatCanStay() {
        keep(slot -> table.exists(slot) && !topology.lost().contains(slot));
        List<WorkerSlot> fullestFirst = new ArrayList<>(slots);
        fullestFirst.sort(
                Comparator.comparing((WorkerSlot slot) -> -executorsOn(slot).size())
                        .thenComparing(Comparator.naturalOrder()));
        fullestFirst.stream().skip(topology.usefulWorkers()).forEach(this::leave);
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
                places.put(executor, leastBusy(executor.component()));
            }
        }
        if (topology.spread()) {
            level(slots);
        } else if (slots.size() > slotsBefore()) {
            level(added);
        }
        return new Placement(places, shortage());
    }

    private void keep(Predicate<WorkerSlot> canStay) {
        for (ExecutorId executor : topology.layout().executors()) {
            WorkerSlot slot = topology.placed().get(executor);
            if (slot != null && table.admits(topology.id(), slot) && canStay.test(slot)) {
                places.put(executor, slot);
                slots.add(slot);
                table.claim(topology.id(), slot);
            }
        }
    }

    private void leave(WorkerSlot slot) {
        places.values().removeIf(slot::equals);
        slots.remove(slot);
        table.release(slot);
    }

    private Set<WorkerSlot> addSlots() {
        Set<WorkerSlot> added = new HashSet<>();
        while (slots.size() < topology.usefulWorkers()) {
            Optional<WorkerSlot> next = table.next(topology.id(), slots, topology.lost());
            if (next.isEmpty()) {
                break;
            }
            WorkerSlot slot = next.get();
            table.claim(topology.id(), slot);
            slots.add(slot);
            added.add(slot);
        }
        return added;
    }

    /** Moves whole workers, one at a time, to supervisors that would then have fewer of them than the one they leave. */
    private void spreadOverSupervisors() {
        while (true) {
            Map<SupervisorId, List<WorkerSlot>> bySupervisor = slots.stream()
                    .collect(Collectors.groupingBy(WorkerSlot::supervisor, TreeMap::new, Collectors.toList()));
            Optional<WorkerSlot> to = table.next(topology.id(), slots, topology.lost());
            List<WorkerSlot> fullest = bySupervisor.values().stream()
                    .max(Comparator.comparing(List::size))
                    .orElse(List.of());
            if (to.isEmpty()
                    || fullest.size()
                                    - bySupervisor
                                            .getOrDefault(to.get().supervisor(), List.of())
                                            .size()
                            < 2) {
                return;
            }
            WorkerSlot from = fullest.get(fullest.size() - 1);
            List<ExecutorId> moving = executorsOn(from);
            leave(from);
            table.claim(topology.id(), to.get());
            slots.add(to.get());
            moving.forEach(executor -> places.put(executor, to.get()));
        }
    }

    private int slotsBefore() {
        return new HashSet<>(topology.placed().values()).size();
    }

    private WorkerSlot leastBusy(String component) {
        return slots.stream()
                .min(Comparator.comparing((WorkerSlot slot) -> executorsOn(slot).size())
                        .thenComparing(slot -> executorsOn(slot).stream()
                                .filter(other -> other.component().equals(component))
                                .count())
                        .thenComparing(Comparator.naturalOrder()))
                .orElseThrow();
    }

    /** Fills new workers from the fullest, one executor at a time, until none of them has two fewer than another. */
    private void level(Set<WorkerSlot> added) {
        while (true) {
            WorkerSlot least = leastOf(added);
            WorkerSlot most = slots.stream()
                    .max(Comparator.comparing(slot -> executorsOn(slot).size()))
                    .orElseThrow();
            List<ExecutorId> movable = executorsOn(most);
            if (movable.size() - executorsOn(least).size() < 2) {
                return;
            }
            places.put(movable.get(movable.size() - 1), least);
        }
    }

    private WorkerSlot leastOf(Set<WorkerSlot> added) {
        return added.stream()
                .min(Comparator.comparing((WorkerSlot slot) -> executorsOn(slot).size())
                        .thenComparing(Comparator.naturalOrder()))
                .orElseThrow();
    }

    private List<ExecutorId> executorsOn(WorkerSlot slot) {
        return places.entrySet().stream()
                .filter(entry -> entry.getValue().equals(slot))
                .map(Map.Entry::getKey)
                .toList();
    }

    private Optional<String> shortage() {
        int wanted = topology.usefulWorkers();
        long there = slots.stream().filter(table::exists).count();
        if (there >= wanted) {
            return Optional.empty();
        }
        return Optional.of("has " + there + " of the " + wanted + " workers it wants: no other slot is free for it; "
                + "add a supervisor or ports to supervisor.slots.ports, or kill another topology");
    }
}
