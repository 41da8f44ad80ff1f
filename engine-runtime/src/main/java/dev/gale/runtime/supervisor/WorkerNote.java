package dev.gale.runtime.supervisor;

import dev.gale.engine.supervisor.SlotAssignment;
import dev.gale.engine.supervisor.WorkerProcess;
import dev.gale.runtime.store.Fields;
import dev.gale.spi.plugin.Bytes;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What {@code worker.json} says: written before the process is started, and again when it is known.
 *
 * @param boot of the host, since pids and starts are counted anew after each
 * @param process pid and start are 0 as long as they are not known
 */
record WorkerNote(int port, SlotAssignment assignment, String boot, WorkerProcess process) {
    static WorkerNote decode(Bytes bytes) {
        Fields fields = Fields.decode("worker.json", bytes);
        return new WorkerNote(
                fields.number("port"),
                AssignmentFields.read(fields),
                fields.text("boot"),
                new WorkerProcess(fields.whole("pid"), fields.whole("startMillis"), fields.text("incarnation")));
    }

    Bytes encode() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("incarnation", process.incarnation());
        fields.put("port", port);
        fields.put("boot", boot);
        fields.put("pid", process.pid());
        fields.put("startMillis", process.startMillis());
        fields.putAll(AssignmentFields.write(assignment));
        return Fields.encode(fields);
    }

    WorkerNote with(WorkerProcess known) {
        return new WorkerNote(port, assignment, boot, known);
    }
}
