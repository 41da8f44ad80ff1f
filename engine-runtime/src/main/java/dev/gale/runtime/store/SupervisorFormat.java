package dev.gale.runtime.store;

import dev.gale.engine.cluster.SupervisorId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** {@code /supervisors/<supervisor-id>}. */
public final class SupervisorFormat extends RecordFormat<SupervisorRecord> {
    public SupervisorFormat() {
        super("supervisor record");
    }

    @Override
    Map<String, Object> write(SupervisorRecord supervisor) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", supervisor.id().value());
        fields.put("host", supervisor.host());
        fields.put("slots", supervisor.ports());
        fields.put("usedSlots", supervisor.usedPorts());
        fields.put("startTime", supervisor.startTime().toString());
        fields.put("lastUpdate", supervisor.lastUpdate().toString());
        fields.put("sequence", supervisor.sequence());
        fields.put("version", supervisor.version());
        return fields;
    }

    @Override
    SupervisorRecord read(Fields fields) {
        return new SupervisorRecord(
                new SupervisorId(fields.text("id")),
                fields.text("host"),
                ports(fields, "slots"),
                ports(fields, "usedSlots"),
                fields.instant("startTime"),
                fields.instant("lastUpdate"),
                fields.whole("sequence"),
                fields.text("version"));
    }

    private static List<Integer> ports(Fields fields, String name) {
        return fields.list(name).stream()
                .map(port -> {
                    if (port instanceof Integer number) {
                        return number;
                    }
                    throw fields.wrong(name, port);
                })
                .toList();
    }
}
