package dev.gale.runtime.supervisor;

import dev.gale.engine.supervisor.SlotAssignment;
import dev.gale.engine.task.ExecutorId;
import dev.gale.engine.task.TaskId;
import dev.gale.runtime.store.Fields;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a slot runs, in a file. Executors are {@code [component, first task, last task]}. */
final class AssignmentFields {
    private AssignmentFields() {}

    static Map<String, Object> write(SlotAssignment assignment) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("topology", assignment.topology());
        fields.put("generation", assignment.generation());
        fields.put("codeDigest", assignment.codeDigest());
        fields.put(
                "executors",
                assignment.executors().stream()
                        .map(executor -> List.of(
                                executor.component(),
                                executor.firstTask().number(),
                                executor.lastTask().number()))
                        .toList());
        return fields;
    }

    static SlotAssignment read(Fields fields) {
        return new SlotAssignment(
                fields.text("topology"),
                fields.whole("generation"),
                fields.list("executors").stream()
                        .map(AssignmentFields::executor)
                        .toList(),
                fields.text("codeDigest"));
    }

    private static ExecutorId executor(Object parts) {
        if (parts instanceof List<?> list
                && list.size() == 3
                && list.get(0) instanceof String component
                && list.get(1) instanceof Integer first
                && list.get(2) instanceof Integer last) {
            return new ExecutorId(component, new TaskId(first), new TaskId(last));
        }
        throw new IllegalArgumentException("no executor: " + parts);
    }
}
