package dev.gale.runtime.store;

import dev.gale.engine.nimbus.WorkerBeatView;
import dev.gale.runtime.store.WorkerBeat.TaskProgress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code /workerbeats/<topology-id>/<node-port>}. */
public final class BeatFormat extends RecordFormat<WorkerBeat> {
    public BeatFormat() {
        super("worker beat");
    }

    @Override
    Map<String, Object> write(WorkerBeat beat) {
        WorkerBeatView view = beat.view();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("topology", beat.topology());
        fields.put("generation", view.generation());
        fields.put("incarnation", view.incarnation());
        fields.put("sequence", view.sequence());
        fields.put("uptimeMillis", beat.uptimeMillis());
        fields.put("prepared", view.prepared());
        fields.put("active", view.active());
        fields.put("pending", view.pending());
        fields.put("finished", view.finished());
        fields.put("quiet", view.quiet());
        fields.put("sentFrames", view.sentFrames());
        fields.put("receivedFrames", view.receivedFrames());
        fields.put(
                "tasks",
                beat.tasks().stream()
                        .map(task -> List.of((long) task.task(), task.steps(), task.stuckMillis()))
                        .toList());
        fields.put("statistics", StatisticsFormat.write(beat.statistics()));
        return fields;
    }

    @Override
    WorkerBeat read(Fields fields) {
        List<TaskProgress> tasks = new ArrayList<>();
        for (Object each : fields.list("tasks")) {
            if (!(each instanceof List<?> parts)
                    || parts.size() < 3
                    || !(parts.get(0) instanceof Number task)
                    || !(parts.get(1) instanceof Number steps)
                    || !(parts.get(2) instanceof Number stuck)) {
                throw fields.wrong("tasks", each);
            }
            tasks.add(new TaskProgress(task.intValue(), steps.longValue(), stuck.longValue()));
        }
        return new WorkerBeat(
                fields.text("topology"),
                new WorkerBeatView(
                        fields.whole("generation"),
                        fields.text("incarnation"),
                        fields.whole("sequence"),
                        fields.flag("prepared"),
                        fields.flag("active"),
                        fields.whole("pending"),
                        fields.flag("finished"),
                        fields.flag("quiet"),
                        fields.whole("sentFrames"),
                        fields.whole("receivedFrames")),
                fields.whole("uptimeMillis"),
                tasks,
                StatisticsFormat.read(fields.objects("statistics")));
    }
}
