package dev.gale.runtime.store;

import dev.gale.engine.assignment.Assignment;
import dev.gale.engine.cluster.SupervisorId;
import dev.gale.engine.cluster.WorkerSlot;
import dev.gale.engine.task.ExecutorId;
import dev.gale.engine.task.TaskId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * {@code /assignments/<topology-id>}. Executors name their component and slot by their number in lists, since there may be tens of
 * thousands: {@code [component, first task, last task, slot]}.
 */
public final class AssignmentFormat extends RecordFormat<AssignmentRecord> {
    public AssignmentFormat() {
        super("assignment record");
    }

    @Override
    Map<String, Object> write(AssignmentRecord record) {
        Assignment assignment = record.assignment();
        List<String> components = List.copyOf(new TreeSet<>(assignment.executors().keySet().stream()
                .map(ExecutorId::component)
                .toList()));
        List<WorkerSlot> slots = List.copyOf(assignment.slots());
        List<Map<String, Object>> places = new ArrayList<>();
        for (WorkerSlot slot : slots) {
            Map<String, Object> place = new LinkedHashMap<>();
            place.put("supervisor", slot.supervisor().value());
            place.put("port", slot.port());
            place.put("host", record.hosts().get(slot.supervisor()));
            place.put("generation", assignment.generations().get(slot));
            place.put(
                    "startTime",
                    record.startTimes().getOrDefault(slot, Instant.EPOCH).toString());
            places.add(place);
        }
        List<List<Integer>> executors = new ArrayList<>();
        Map<String, Integer> componentNumbers = numbers(components);
        Map<WorkerSlot, Integer> slotNumbers = numbers(slots);
        assignment
                .executors()
                .forEach((executor, slot) -> executors.add(List.of(
                        componentNumbers.get(executor.component()),
                        executor.firstTask().number(),
                        executor.lastTask().number(),
                        slotNumbers.get(slot))));
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("version", assignment.version());
        fields.put("codeDigest", record.codeDigest());
        fields.put("slots", places);
        fields.put("components", components);
        fields.put("executors", executors);
        return fields;
    }

    @Override
    AssignmentRecord read(Fields fields) {
        List<WorkerSlot> slots = new ArrayList<>();
        SortedMap<SupervisorId, String> hosts = new TreeMap<>();
        SortedMap<WorkerSlot, Instant> startTimes = new TreeMap<>();
        SortedMap<WorkerSlot, Long> generations = new TreeMap<>();
        for (Fields place : fields.objects("slots")) {
            WorkerSlot slot = new WorkerSlot(place.text("supervisor"), place.number("port"));
            slots.add(slot);
            hosts.put(slot.supervisor(), place.text("host"));
            startTimes.put(slot, place.instant("startTime"));
            generations.put(slot, place.whole("generation"));
        }
        List<?> components = fields.list("components");
        SortedMap<ExecutorId, WorkerSlot> executors = new TreeMap<>();
        for (Object each : fields.list("executors")) {
            if (!(each instanceof List<?> parts)
                    || parts.size() < 4
                    || !parts.stream().allMatch(Integer.class::isInstance)) {
                throw fields.wrong("executors", each);
            }
            executors.put(
                    new ExecutorId(
                            (String) components.get((Integer) parts.get(0)),
                            new TaskId((Integer) parts.get(1)),
                            new TaskId((Integer) parts.get(2))),
                    slots.get((Integer) parts.get(3)));
        }
        return new AssignmentRecord(
                new Assignment(fields.whole("version"), executors, generations),
                hosts,
                startTimes,
                fields.text("codeDigest"));
    }

    private static <T> Map<T, Integer> numbers(List<T> of) {
        Map<T, Integer> numbers = new TreeMap<>();
        for (T each : of) {
            numbers.put(each, numbers.size());
        }
        return numbers;
    }
}
