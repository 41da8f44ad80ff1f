package dev.gale.runtime.codec;

import com.esotericsoftware.kryo.io.KryoBufferOverflowException;
import com.esotericsoftware.kryo.io.Output;
import dev.gale.api.Config;
import dev.gale.api.TupleSerializer;
import java.io.IOException;
import java.lang.reflect.Field;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The writing half of a {@link ValueCodec}. State lasts for one tuple. */
final class Encoder {
    static final int MAX_DEPTH = 64;

    private static final Output NONE = new Output(1, 1);

    private final SerializationRegistry registry;
    private final @Nullable TupleSerializer<Object>[] serializers;
    private final int maxBytes;
    private final byte[] chunk = new byte[512];
    private final OutputView view = new OutputView(this);
    private final CollectionEncoder collections = new CollectionEncoder(this);

    private Output out = NONE;
    /** Position of the tuple; moved back by bytes that were taken away again. */
    private int start;

    private int index;
    private int depth;

    Encoder(SerializationRegistry registry, @Nullable TupleSerializer<Object>[] serializers, int maxBytes) {
        this.registry = registry;
        this.serializers = serializers;
        this.maxBytes = maxBytes;
    }

    void tuple(Output to, @Nullable Object[] values, boolean asFingerprint) {
        int before = to.position();
        out = to;
        start = before;
        index = -1;
        depth = 0;
        collections.reset(asFingerprint);
        boolean complete = false;
        try {
            out.writeVarInt(values.length, true);
            for (index = 0; index < values.length; index++) {
                value(values[index]);
            }
            complete = true;
        } catch (CodecException e) {
            throw e;
        } catch (KryoBufferOverflowException e) {
            throw failed("does not fit into the output buffer of at most " + to.getMaxCapacity() + " bytes", e);
        } catch (RuntimeException e) {
            throw failed(
                    "(" + nameOf(values, index) + ") cannot be written: " + e
                            + "; a value must not be changed after it was emitted",
                    e);
        } finally {
            if (!complete) {
                to.setPosition(before);
            }
            out = NONE;
        }
    }

    private static String nameOf(@Nullable Object[] values, int index) {
        Object value = index < 0 || index >= values.length ? null : values[index];
        return value == null ? "null" : value.getClass().getTypeName();
    }

    Output out() {
        return out;
    }

    void value(@Nullable Object value) {
        if (value == null) {
            out.writeByte(Tags.NULL);
        } else {
            int tag = BuiltInTypes.tagOf(value.getClass());
            switch (tag) {
                case Tags.FALSE -> out.writeByte((Boolean) value ? Tags.TRUE : Tags.FALSE);
                case Tags.LATIN1 -> string((String) value);
                case Tags.UNKNOWN -> registeredOrCollection(value);
                default -> tagged(tag, value);
            }
        }
        reserve(0);
    }

    /** The object in a field of a registered class. Checked here, as the receiver could only drop the tuple. */
    void field(Field field, @Nullable Object value) {
        if (value != null && registered(value) == null) {
            int tag = BuiltInTypes.collectionTagOf(value);
            if (tag != Tags.UNKNOWN && !field.getType().isAssignableFrom(BuiltInTypes.arrivalOf(tag))) {
                throw failed(
                        "holds a " + value.getClass().getName() + " in the field " + field + ", which would arrive as "
                                + BuiltInTypes.arrivalOf(tag).getName() + ": give "
                                + field.getDeclaringClass().getName()
                                + " a serializer, or let the field have an interface as its type",
                        null);
            }
        }
        value(value);
    }

    private void tagged(int tag, Object value) {
        out.writeByte(tag);
        switch (tag) {
            case Tags.BYTE -> out.writeByte((Byte) value);
            case Tags.SHORT -> out.writeShort((Short) value);
            case Tags.INT -> out.writeVarInt((Integer) value, false);
            case Tags.LONG -> out.writeVarLong((Long) value, false);
            case Tags.FLOAT -> out.writeFloat((Float) value);
            case Tags.DOUBLE -> out.writeDouble((Double) value);
            case Tags.CHAR -> out.writeChar((Character) value);
            case Tags.BOOLEANS -> {
                boolean[] array = (boolean[]) value;
                length(array.length, 1);
                out.writeBooleans(array, 0, array.length);
            }
            case Tags.BYTES -> bytes((byte[]) value);
            case Tags.SHORTS -> {
                short[] array = (short[]) value;
                length(array.length, Short.BYTES);
                out.writeShorts(array, 0, array.length);
            }
            case Tags.INTS -> {
                int[] array = (int[]) value;
                length(array.length, Integer.BYTES);
                out.writeInts(array, 0, array.length);
            }
            case Tags.LONGS -> {
                long[] array = (long[]) value;
                length(array.length, Long.BYTES);
                out.writeLongs(array, 0, array.length);
            }
            case Tags.FLOATS -> {
                float[] array = (float[]) value;
                length(array.length, Float.BYTES);
                out.writeFloats(array, 0, array.length);
            }
            case Tags.DOUBLES -> {
                double[] array = (double[]) value;
                length(array.length, Double.BYTES);
                out.writeDoubles(array, 0, array.length);
            }
            case Tags.CHARS -> {
                char[] array = (char[]) value;
                length(array.length, Character.BYTES);
                out.writeChars(array, 0, array.length);
            }
            case Tags.STRINGS, Tags.OBJECTS -> collections.array((Object[]) value);
            case Tags.BIG_INTEGER -> bytes(((BigInteger) value).toByteArray());
            case Tags.BIG_DECIMAL -> {
                out.writeVarInt(((BigDecimal) value).scale(), false);
                bytes(((BigDecimal) value).unscaledValue().toByteArray());
            }
            case Tags.UUID -> {
                out.writeLong(((UUID) value).getMostSignificantBits());
                out.writeLong(((UUID) value).getLeastSignificantBits());
            }
            case Tags.INSTANT -> {
                out.writeVarLong(((Instant) value).getEpochSecond(), false);
                out.writeVarInt(((Instant) value).getNano(), true);
            }
            case Tags.DURATION -> {
                out.writeVarLong(((Duration) value).getSeconds(), false);
                out.writeVarInt(((Duration) value).getNano(), true);
            }
            case Tags.LOCAL_DATE -> out.writeVarLong(((LocalDate) value).toEpochDay(), false);
            case Tags.LOCAL_TIME -> out.writeVarLong(((LocalTime) value).toNanoOfDay(), true);
            case Tags.LOCAL_DATE_TIME -> {
                out.writeVarLong(((LocalDateTime) value).toLocalDate().toEpochDay(), false);
                out.writeVarLong(((LocalDateTime) value).toLocalTime().toNanoOfDay(), true);
            }
            case Tags.LIST -> collections.list((List<?>) value);
            case Tags.SET, Tags.SORTED_SET -> collections.set((Set<?>) value);
            case Tags.MAP, Tags.SORTED_MAP -> collections.map((Map<?, ?>) value);
            default -> throw new IllegalStateException("No way to write tag " + tag);
        }
    }

    void string(String text) {
        int length = text.length();
        int latin = 0;
        while (latin < length && text.charAt(latin) <= 0xFF) {
            latin++;
        }
        if (latin == length) {
            out.writeByte(Tags.LATIN1);
            length(length, 1);
            for (int from = 0; from < length; from += chunk.length) {
                latin1(text, from, Math.min(length, from + chunk.length));
            }
        } else {
            out.writeByte(Tags.UTF16);
            length(length, Character.BYTES);
            for (int i = 0; i < length; i++) {
                out.writeChar(text.charAt(i));
            }
        }
    }

    /** The deprecated call drops the high byte of each char, which is 0 here; no other copies without allocating. */
    @SuppressWarnings("deprecation")
    private void latin1(String text, int from, int to) {
        text.getBytes(from, to, chunk, 0);
        out.writeBytes(chunk, 0, to - from);
    }

    private void bytes(byte[] bytes) {
        length(bytes.length, 1);
        out.writeBytes(bytes, 0, bytes.length);
    }

    private @Nullable RegisteredType registered(Object value) {
        return registry.byClass(registeredAs(value));
    }

    private static Class<?> registeredAs(Object value) {
        // The constants of an enum can have classes of their own.
        return value instanceof Enum<?> constant ? constant.getDeclaringClass() : value.getClass();
    }

    private void registeredOrCollection(Object value) {
        RegisteredType type = registered(value);
        if (type != null) {
            enter();
            out.writeByte(Tags.REGISTERED);
            out.writeVarInt(type.id(), true);
            type.write(value, this);
            leave();
            return;
        }
        int tag = BuiltInTypes.collectionTagOf(value);
        if (tag == Tags.UNKNOWN) {
            throw failed(place() + SerializationRegistry.remedyFor(registeredAs(value)), null);
        }
        tagged(tag, value);
    }

    /** Framed by its length, so that a serializer that reads too much or too little is found out at its own value. */
    void custom(CustomType type, Object value) {
        TupleSerializer<Object> serializer = serializers[type.id()];
        int frame = out.position();
        reserve(Integer.BYTES);
        out.writeInt(0);
        try {
            serializer.write(value, view);
        } catch (CodecException | KryoBufferOverflowException e) {
            throw e;
        } catch (IOException | RuntimeException | StackOverflowError e) {
            throw failed("(" + type.type().getName() + ") was refused by " + type.serializerName() + ": " + e, e);
        }
        int end = out.position();
        out.setPosition(frame);
        out.writeInt(end - frame - Integer.BYTES);
        out.setPosition(end);
    }

    /** What the value at {@link #index} has to do with the one that is refused. */
    String place() {
        return depth == 0 ? "is a " : "contains a ";
    }

    void leave() {
        depth--;
    }

    void enter() {
        if (++depth > MAX_DEPTH) {
            throw failed("is nested deeper than " + MAX_DEPTH + " levels; does it contain itself?", null);
        }
    }

    void length(int length, int minBytesEach) {
        reserve((long) length * minBytesEach);
        out.writeVarInt(length, true);
    }

    /** Takes the bytes since {@code from} away again; they still count against the limit. */
    void takeBack(int from) {
        start -= out.position() - from;
        out.setPosition(from);
    }

    /** Before that many bytes are written. */
    void reserve(long bytes) {
        long needed = out.position() - (long) start + bytes;
        if (needed > maxBytes) {
            throw failed(
                    "makes the tuple too large: it needs at least " + needed + " bytes, and the limit ("
                            + Config.TOPOLOGY_TUPLE_MAX_BYTES + ") is " + maxBytes,
                    null);
        }
    }

    CodecException failed(String what, @Nullable Throwable cause) {
        return new CodecException(index, (index < 0 ? "The tuple " : "Value " + index + " ") + what, cause);
    }
}
