package dev.gale.runtime.store;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.gale.spi.plugin.Bytes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one JSON object. Large ones are compressed; a reader sees that by their first bytes. Everything that is not as
 * expected is a {@link RecordException} that names the field.
 */
public final class Fields {
    private static final int COMPRESSED_FROM = 16 * 1024;
    private static final int MAX_BYTES = 64 * 1024 * 1024;
    private static final int GZIP_FIRST = 0x1f;

    private final String where;
    private final Map<String, Object> values;

    private Fields(String where, Map<String, Object> values) {
        this.where = where;
        this.values = values;
    }

    /** @param where for people, such as the key */
    public static Fields decode(String where, Bytes bytes) {
        try {
            byte[] content = bytes.toArray();
            if (content.length > 0 && content[0] == GZIP_FIRST) {
                content = inflate(where, content);
            }
            return new Fields(where, JSON.std.mapFrom(content));
        } catch (IOException | RuntimeException e) {
            throw e instanceof RecordException known
                    ? known
                    : new RecordException(where + " is no JSON object: " + e.getMessage(), e);
        }
    }

    public static Bytes encode(Map<String, ?> values) {
        try {
            byte[] content = JSON.std.asBytes(values);
            return Bytes.of(content.length < COMPRESSED_FROM ? content : deflate(content));
        } catch (IOException e) {
            throw new IllegalStateException("A record cannot be written as JSON: " + values.keySet(), e);
        }
    }

    /** These fields with others written over them: what is not named stays. */
    public Map<String, Object> overwrittenBy(Map<String, ?> newer) {
        Map<String, Object> all = new LinkedHashMap<>(values);
        all.putAll(newer);
        return all;
    }

    public String text(String name) {
        return value(name, String.class);
    }

    public long whole(String name) {
        Number number = value(name, Number.class);
        if (number instanceof Integer || number instanceof Long) {
            return number.longValue();
        }
        throw wrong(name, number);
    }

    public int number(String name) {
        long number = whole(name);
        if (number != (int) number) {
            throw wrong(name, number);
        }
        return (int) number;
    }

    public double real(String name) {
        return value(name, Number.class).doubleValue();
    }

    /** Whole numbers in a list, of which there are so many. */
    public List<Long> wholes(String name, int count) {
        List<?> list = list(name);
        if (list.size() != count || !list.stream().allMatch(each -> each instanceof Integer || each instanceof Long)) {
            throw wrong(name, list);
        }
        return list.stream().map(each -> ((Number) each).longValue()).toList();
    }

    public boolean flag(String name) {
        return value(name, Boolean.class);
    }

    public Instant instant(String name) {
        try {
            return Instant.parse(text(name));
        } catch (DateTimeParseException e) {
            throw wrong(name, text(name));
        }
    }

    public List<?> list(String name) {
        return value(name, List.class);
    }

    public Fields object(String name) {
        return new Fields(where + "." + name, map(name));
    }

    @SuppressWarnings("unchecked")
    public Map<String, Object> map(String name) {
        return value(name, Map.class);
    }

    /** Objects in a list. */
    @SuppressWarnings("unchecked")
    public List<Fields> objects(String name) {
        return list(name).stream()
                .map(each -> {
                    if (each instanceof Map<?, ?> map) {
                        return new Fields(where + "." + name, (Map<String, Object>) map);
                    }
                    throw wrong(name, each);
                })
                .toList();
    }

    /** Empty if there is no such field, or null in it. */
    public Optional<Fields> optionalObject(String name) {
        return values.get(name) == null ? Optional.empty() : Optional.of(object(name));
    }

    /** All fields, those that nobody knows included. */
    public Map<String, Object> all() {
        return values;
    }

    RecordException wrong(String name, @Nullable Object value) {
        return new RecordException(where + ": field '" + name + "' is not as it should be: " + value, null);
    }

    private <T> T value(String name, Class<T> type) {
        Object value = values.get(name);
        if (!type.isInstance(value)) {
            throw wrong(name, value);
        }
        return type.cast(value);
    }

    private static byte[] deflate(byte[] content) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
            zip.write(content);
        }
        return out.toByteArray();
    }

    private static byte[] inflate(String where, byte[] content) throws IOException {
        try (GZIPInputStream zip = new GZIPInputStream(new ByteArrayInputStream(content))) {
            byte[] inflated = zip.readNBytes(MAX_BYTES + 1);
            if (inflated.length > MAX_BYTES) {
                throw new RecordException(where + " is larger than " + MAX_BYTES + " bytes", null);
            }
            return inflated;
        }
    }
}
