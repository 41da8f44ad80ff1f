package dev.gale.runtime.store;

import dev.gale.api.TopologyStatus;
import dev.gale.engine.nimbus.PendingChange;
import dev.gale.engine.nimbus.TopologyRecord;
import java.util.LinkedHashMap;
import java.util.Map;

/** {@code /storms/<topology-id>}. */
public final class TopologyFormat extends RecordFormat<TopologyRecord> {
    public TopologyFormat() {
        super("topology record");
    }

    @Override
    Map<String, Object> write(TopologyRecord topology) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("version", 1);
        fields.put("id", topology.id());
        fields.put("name", topology.name());
        fields.put("status", topology.status().name());
        fields.put("workers", topology.workers());
        fields.put("layout", LayoutFields.write(topology.layout()));
        fields.put("launchTime", topology.launchTime().toString());
        fields.put("codeDigest", topology.codeDigest());
        fields.put("submitKey", topology.submitKey());
        fields.put("messageTimeoutMillis", topology.messageTimeoutMillis());
        fields.put("pending", topology.pending().map(TopologyFormat::write).orElse(null));
        return fields;
    }

    @Override
    TopologyRecord read(Fields fields) {
        return new TopologyRecord(
                fields.text("id"),
                fields.text("name"),
                TopologyStatus.valueOf(fields.text("status")),
                fields.number("workers"),
                LayoutFields.read(fields.objects("layout")),
                fields.instant("launchTime"),
                fields.text("codeDigest"),
                fields.text("submitKey"),
                fields.whole("messageTimeoutMillis"),
                fields.optionalObject("pending").map(TopologyFormat::readPending));
    }

    private static Map<String, Object> write(PendingChange change) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("leftMillis", change.leftMillis());
        fields.put("resume", change.resume().name());
        fields.put("workers", change.workers());
        fields.put("layout", LayoutFields.write(change.layout()));
        return fields;
    }

    private static PendingChange readPending(Fields fields) {
        return new PendingChange(
                fields.whole("leftMillis"),
                TopologyStatus.valueOf(fields.text("resume")),
                fields.number("workers"),
                LayoutFields.read(fields.objects("layout")));
    }
}
