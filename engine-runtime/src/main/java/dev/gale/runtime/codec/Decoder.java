package dev.gale.runtime.codec;

import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;
import dev.gale.api.TupleSerializer;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The reading half of a {@link ValueCodec}. Every element that a collection claims takes at least one byte, so the elements owed
 * at any moment, over all levels of nesting, must not be more than the bytes that are left. That bounds what is allocated by a
 * constant times what was received.
 */
final class Decoder {
    private static final Input NONE = new Input(new byte[0]);

    private final SerializationRegistry registry;
    private final @Nullable TupleSerializer<Object>[] serializers;
    private final int maxBytes;
    private final char[] chars = new char[512];
    private final InputView view = new InputView();

    private Input in = NONE;
    private int start;
    private int index;
    private int depth;
    /** Elements that were claimed and not read yet. */
    private int owed;

    Decoder(SerializationRegistry registry, @Nullable TupleSerializer<Object>[] serializers, int maxBytes) {
        this.registry = registry;
        this.serializers = serializers;
        this.maxBytes = maxBytes;
    }

    @Nullable
    Object[] tuple(Input from) {
        int limit = from.limit();
        in = from;
        start = from.position();
        index = -1;
        depth = 0;
        owed = 0;
        boolean complete = false;
        try {
            in.setLimit((int) Math.min(limit, start + (long) maxBytes));
            @Nullable Object[] values = new @Nullable Object[count(1)];
            for (index = 0; index < values.length; index++) {
                values[index] = element();
            }
            complete = true;
            return values;
        } catch (CodecException e) {
            throw e;
        } catch (KryoException e) {
            throw malformed(e.getMessage(), e);
        } catch (RuntimeException e) {
            throw malformed(e.toString(), e);
        } finally {
            from.setLimit(limit);
            if (!complete) {
                from.setPosition(start);
            }
            in = NONE;
        }
    }

    private @Nullable Object element() {
        owed--;
        return value();
    }

    @Nullable
    Object value() {
        int tag = in.readByteUnsigned();
        return switch (tag) {
            case Tags.NULL -> null;
            case Tags.FALSE -> Boolean.FALSE;
            case Tags.TRUE -> Boolean.TRUE;
            case Tags.BYTE, Tags.SHORT, Tags.INT, Tags.LONG, Tags.FLOAT, Tags.DOUBLE, Tags.CHAR -> scalar(tag);
            case Tags.LATIN1 -> latin1();
            case Tags.UTF16 -> utf16();
            case Tags.BOOLEANS -> in.readBooleans(length(1));
            case Tags.BYTES -> in.readBytes(length(1));
            case Tags.SHORTS -> in.readShorts(length(Short.BYTES));
            case Tags.INTS -> in.readInts(length(Integer.BYTES));
            case Tags.LONGS -> in.readLongs(length(Long.BYTES));
            case Tags.FLOATS -> in.readFloats(length(Float.BYTES));
            case Tags.DOUBLES -> in.readDoubles(length(Double.BYTES));
            case Tags.CHARS -> in.readChars(length(Character.BYTES));
            case Tags.STRINGS -> array(new @Nullable String[count(1)]);
            case Tags.OBJECTS -> array(new @Nullable Object[count(1)]);
            case Tags.BIG_INTEGER -> new BigInteger(in.readBytes(length(1)));
            case Tags.BIG_DECIMAL -> bigDecimal();
            case Tags.UUID -> new UUID(in.readLong(), in.readLong());
            case Tags.INSTANT -> Instant.ofEpochSecond(in.readVarLong(false), in.readVarInt(true));
            case Tags.DURATION -> Duration.ofSeconds(in.readVarLong(false), in.readVarInt(true));
            case Tags.LOCAL_DATE -> LocalDate.ofEpochDay(in.readVarLong(false));
            case Tags.LOCAL_TIME -> LocalTime.ofNanoOfDay(in.readVarLong(true));
            case Tags.LOCAL_DATE_TIME ->
                LocalDateTime.of(
                        LocalDate.ofEpochDay(in.readVarLong(false)), LocalTime.ofNanoOfDay(in.readVarLong(true)));
            case Tags.LIST -> list();
            case Tags.SET -> linkedSet();
            case Tags.SORTED_SET -> set(new TreeSet<>(), count(1));
            case Tags.MAP -> linkedMap();
            case Tags.SORTED_MAP -> map(new TreeMap<>(), count(2));
            case Tags.REGISTERED -> registered();
            default -> throw malformed("no type has the tag " + tag, null);
        };
    }

    /** A number without a tag in front. */
    Object scalar(int tag) {
        return switch (tag) {
            case Tags.FALSE -> in.readBoolean();
            case Tags.BYTE -> in.readByte();
            case Tags.SHORT -> in.readShort();
            case Tags.INT -> in.readVarInt(false);
            case Tags.LONG -> in.readVarLong(false);
            case Tags.FLOAT -> in.readFloat();
            case Tags.DOUBLE -> in.readDouble();
            case Tags.CHAR -> in.readChar();
            default -> throw new IllegalStateException("Not a primitive: tag " + tag);
        };
    }

    private String latin1() {
        int length = length(1);
        String text = new String(in.getBuffer(), in.position(), length, StandardCharsets.ISO_8859_1);
        in.setPosition(in.position() + length);
        return text;
    }

    private String utf16() {
        int length = length(Character.BYTES);
        if (length > chars.length) {
            return new String(in.readChars(length));
        }
        for (int i = 0; i < length; i++) {
            chars[i] = in.readChar();
        }
        return new String(chars, 0, length);
    }

    private BigDecimal bigDecimal() {
        int scale = in.readVarInt(false);
        return new BigDecimal(new BigInteger(in.readBytes(length(1))), scale);
    }

    private @Nullable Object[] array(@Nullable Object[] array) {
        enter();
        for (int i = 0; i < array.length; i++) {
            array[i] = element();
        }
        depth--;
        return array;
    }

    private List<@Nullable Object> list() {
        enter();
        int size = count(1);
        List<@Nullable Object> list = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            list.add(element());
        }
        depth--;
        return list;
    }

    private Set<@Nullable Object> linkedSet() {
        int size = count(1);
        return set(new LinkedHashSet<>(capacityFor(size)), size);
    }

    private Set<@Nullable Object> set(Set<@Nullable Object> set, int size) {
        enter();
        for (int i = 0; i < size; i++) {
            if (!set.add(element())) {
                throw malformed("a set has two equal elements", null);
            }
        }
        depth--;
        return set;
    }

    private Map<@Nullable Object, @Nullable Object> linkedMap() {
        int size = count(2);
        return map(new LinkedHashMap<>(capacityFor(size)), size);
    }

    private Map<@Nullable Object, @Nullable Object> map(Map<@Nullable Object, @Nullable Object> map, int size) {
        enter();
        for (int i = 0; i < size; i++) {
            map.put(element(), element());
        }
        if (map.size() != size) {
            throw malformed("a map has two equal keys", null);
        }
        depth--;
        return map;
    }

    /** Without overflow: sizes are bounded by the bytes that are left, but those may be as many as an array can hold. */
    private static int capacityFor(int size) {
        return (int) Math.min(1 << 30, size * 4L / 3 + 1);
    }

    private @Nullable Object registered() {
        int id = in.readVarInt(true);
        RegisteredType type = registry.byId(id);
        if (type == null) {
            throw malformed("no class is registered under the id " + id, null);
        }
        enter();
        Object value = type.read(this);
        depth--;
        return value;
    }

    Object custom(CustomType type) {
        int length = in.readInt();
        if (length < 0 || length > unclaimed()) {
            throw claims(length, 1);
        }
        int limit = in.limit();
        int end = in.position() + length;
        Object value;
        try {
            in.setLimit(end);
            value = serializers[type.id()].read(view.of(in));
        } catch (IOException | RuntimeException | StackOverflowError e) {
            throw malformed(type.serializerName() + " failed: " + e, e);
        } finally {
            in.setLimit(limit);
        }
        if (in.position() != end) {
            throw malformed(type.serializerName() + " left " + (end - in.position()) + " bytes unread", null);
        }
        if (!type.type().isInstance(value)) {
            throw malformed(
                    type.serializerName() + " did not return a " + type.type().getName(), null);
        }
        return value;
    }

    private void enter() {
        if (++depth > Encoder.MAX_DEPTH) {
            throw malformed("nested deeper than " + Encoder.MAX_DEPTH + " levels", null);
        }
    }

    /** The length of something that follows at once. */
    private int length(int bytesEach) {
        int length = in.readVarInt(true);
        if (length < 0 || (long) length * bytesEach > unclaimed()) {
            throw claims(length, bytesEach);
        }
        return length;
    }

    /** The number of entries that follow, each of which is that many values. */
    private int count(int valuesEach) {
        int count = length(valuesEach);
        owed += count * valuesEach;
        return count;
    }

    private int unclaimed() {
        return in.limit() - in.position() - owed;
    }

    private CodecException claims(int length, int bytesEach) {
        return malformed(
                "a length of " + Integer.toUnsignedString(length) + " (at least " + bytesEach
                        + " bytes each) is claimed where " + unclaimed() + " bytes are left",
                null);
    }

    CodecException malformed(@Nullable String what, @Nullable Throwable cause) {
        return new CodecException(
                index, "Malformed tuple: byte " + (in.position() - start) + ", value " + index + ": " + what, cause);
    }
}
