package dev.gale.runtime.store;

import dev.gale.spi.plugin.Bytes;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How records of one kind are written. */
public abstract class RecordFormat<T> {
    private final String kind;

    RecordFormat(String kind) {
        this.kind = kind;
    }

    abstract Map<String, Object> write(T record);

    abstract T read(Fields fields);

    /** @param before what the key held until now, whose unknown fields stay; null if it held nothing */
    public final Bytes encode(T record, @Nullable Bytes before) {
        Map<String, Object> fields = write(record);
        return Fields.encode(
                before == null ? fields : Fields.decode(kind, before).overwrittenBy(fields));
    }

    /** @throws RecordException if this version does not understand it */
    public final T decode(Bytes bytes) {
        Fields fields = Fields.decode(kind, bytes);
        try {
            return read(fields);
        } catch (RecordException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new RecordException(kind + " makes no sense: " + e.getMessage(), e);
        }
    }
}
