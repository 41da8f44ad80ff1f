package dev.gale.runtime.store;

import dev.gale.engine.task.ComponentTasks;
import dev.gale.engine.task.TaskId;
import dev.gale.engine.task.TaskLayout;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A task layout as a list of ranges. */
final class LayoutFields {
    private LayoutFields() {}

    static List<Map<String, Object>> write(TaskLayout layout) {
        return layout.components().stream().map(LayoutFields::write).toList();
    }

    static TaskLayout read(List<Fields> ranges) {
        return TaskLayout.of(ranges.stream()
                .map(range -> new ComponentTasks(
                        range.text("component"),
                        new TaskId(range.number("firstTask")),
                        range.number("tasks"),
                        range.number("executors")))
                .toList());
    }

    private static Map<String, Object> write(ComponentTasks range) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("component", range.component());
        fields.put("firstTask", range.firstTask().number());
        fields.put("tasks", range.tasks());
        fields.put("executors", range.executors());
        return fields;
    }
}
