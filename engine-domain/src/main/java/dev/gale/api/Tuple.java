package dev.gale.api;

import java.util.List;

/**
 * One element of a stream, as a bolt receives it. Values are read by position or by field name; the typed accessors cast and do not
 * convert. Tuples are equal only to themselves. They may be read by any thread; acking them is the collector's business.
 */
public interface Tuple {
    int size();

    boolean contains(String field);

    Fields getFields();

    /** @throws IllegalArgumentException if the stream has no such field */
    int fieldIndex(String field);

    /** The values of the given fields. */
    List<Object> select(Fields selector);

    /** A view of the values that cannot be changed. */
    List<Object> getValues();

    /** @throws IndexOutOfBoundsException if there is no such position */
    Object getValue(int index);

    String getSourceComponent();

    int getSourceTask();

    String getSourceStreamId();

    /** What tracks this tuple; empty for one that belongs to no tree. */
    MessageId getMessageId();

    /** Whether this is the engine's tick, sent every {@link Config#TOPOLOGY_TICK_TUPLE_FREQ_SECS}. */
    boolean isTick();

    default Object getValueByField(String field) {
        return getValue(fieldIndex(field));
    }

    default String getString(int index) {
        return (String) getValue(index);
    }

    default Integer getInteger(int index) {
        return (Integer) getValue(index);
    }

    default Long getLong(int index) {
        return (Long) getValue(index);
    }

    default Boolean getBoolean(int index) {
        return (Boolean) getValue(index);
    }

    default Short getShort(int index) {
        return (Short) getValue(index);
    }

    default Byte getByte(int index) {
        return (Byte) getValue(index);
    }

    default Double getDouble(int index) {
        return (Double) getValue(index);
    }

    default Float getFloat(int index) {
        return (Float) getValue(index);
    }

    default byte[] getBinary(int index) {
        return (byte[]) getValue(index);
    }

    default String getStringByField(String field) {
        return (String) getValueByField(field);
    }

    default Integer getIntegerByField(String field) {
        return (Integer) getValueByField(field);
    }

    default Long getLongByField(String field) {
        return (Long) getValueByField(field);
    }

    default Boolean getBooleanByField(String field) {
        return (Boolean) getValueByField(field);
    }

    default Short getShortByField(String field) {
        return (Short) getValueByField(field);
    }

    default Byte getByteByField(String field) {
        return (Byte) getValueByField(field);
    }

    default Double getDoubleByField(String field) {
        return (Double) getValueByField(field);
    }

    default Float getFloatByField(String field) {
        return (Float) getValueByField(field);
    }

    default byte[] getBinaryByField(String field) {
        return (byte[]) getValueByField(field);
    }
}
