package dev.gale.engine.tuple;

import java.util.AbstractList;
import java.util.RandomAccess;

/** A tuple's values as a list that cannot be changed; emitting it again shares the array. */
public final class TupleValues extends AbstractList<Object> implements RandomAccess {
    private final Object[] values;

    TupleValues(Object[] values) {
        this.values = values;
    }

    /** A list of values that belong to the engine; not to be changed by the caller from now on. */
    public static TupleValues of(Object[] values) {
        return new TupleValues(values);
    }

    /** The values themselves; not to be changed. */
    public Object[] array() {
        return values;
    }

    @Override
    public Object get(int index) {
        return values[index];
    }

    @Override
    public int size() {
        return values.length;
    }
}
