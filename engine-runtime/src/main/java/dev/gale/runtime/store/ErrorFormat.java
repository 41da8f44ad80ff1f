package dev.gale.runtime.store;

import java.util.LinkedHashMap;
import java.util.Map;

/** {@code /errors/<topology-id>/<component>/e<n>}. */
public final class ErrorFormat extends RecordFormat<StoredError> {
    public ErrorFormat() {
        super("error record");
    }

    @Override
    Map<String, Object> write(StoredError error) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("component", error.component());
        fields.put("task", error.task());
        fields.put("worker", error.worker());
        fields.put("time", error.time().toString());
        fields.put("message", error.message());
        fields.put("stackTrace", error.stackTrace());
        fields.put("suppressed", error.suppressed());
        return fields;
    }

    @Override
    StoredError read(Fields fields) {
        return new StoredError(
                fields.text("component"),
                fields.number("task"),
                fields.text("worker"),
                fields.instant("time"),
                fields.text("message"),
                fields.text("stackTrace"),
                fields.whole("suppressed"));
    }
}
