package dev.gale.engine.tuple;

import dev.gale.api.Fields;
import dev.gale.api.MessageId;
import dev.gale.api.Streams;
import dev.gale.api.Tuple;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tuple that belongs to no tree; {@link TrackedTuple} is one that does. Read by any thread, settled (acked or failed) by its
 * bolt's executor alone. Kept small: in a busy stream this object is all that the engine allocates.
 */
public class StreamTuple implements Tuple {
    private static final Object SETTLED = new Object();

    private final TupleOrigin origin;
    private final Object[] values;

    /** {@link #SETTLED}, or in a tracked tuple further roots. */
    @Nullable
    Object mark;

    public StreamTuple(TupleOrigin origin, Object[] values) {
        this.origin = origin;
        this.values = values;
    }

    public final TupleOrigin origin() {
        return origin;
    }

    /** The values themselves; not to be changed. */
    public final Object[] values() {
        return values;
    }

    public boolean isSettled() {
        return mark == SETTLED;
    }

    /** Marks the tuple as acked or failed. */
    public void settle() {
        mark = SETTLED;
    }

    @Override
    public final int size() {
        return values.length;
    }

    @Override
    public final boolean contains(String field) {
        return origin.fields().contains(field);
    }

    @Override
    public final Fields getFields() {
        return origin.fields();
    }

    @Override
    public final int fieldIndex(String field) {
        return origin.fields().fieldIndex(field);
    }

    @Override
    public final List<Object> select(Fields selector) {
        return origin.fields().select(selector, Arrays.asList(values));
    }

    @Override
    public final List<Object> getValues() {
        return new TupleValues(values);
    }

    @Override
    public final Object getValue(int index) {
        return values[index];
    }

    @Override
    public final String getSourceComponent() {
        return origin.component();
    }

    @Override
    public final int getSourceTask() {
        return origin.task();
    }

    @Override
    public final String getSourceStreamId() {
        return origin.stream();
    }

    @Override
    public MessageId getMessageId() {
        return MessageId.UNTRACKED;
    }

    @Override
    public final boolean isTick() {
        return Streams.TICK.equals(origin.stream()) && Streams.SYSTEM_COMPONENT.equals(origin.component());
    }

    @Override
    public String toString() {
        return origin.component() + "[" + origin.task() + "]/" + origin.stream() + Arrays.toString(values);
    }
}
