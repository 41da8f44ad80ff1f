package dev.gale.api;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Turns values of one class into bytes and back, for tuples between workers. Registered with
 * {@link Config#registerSerialization(Class, Class)}; needs a public constructor without parameters. Each executor has its own
 * instance, used by its thread alone.
 */
public interface TupleSerializer<T> {
    void write(T value, DataOutput out) throws IOException;

    /** Reads what {@link #write} wrote, and no byte more. */
    T read(DataInput in) throws IOException;
}
