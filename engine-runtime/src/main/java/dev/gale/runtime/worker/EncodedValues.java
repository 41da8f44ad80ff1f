package dev.gale.runtime.worker;

import dev.gale.engine.executor.StrictValues;
import dev.gale.runtime.codec.CodecException;
import dev.gale.runtime.codec.Fingerprint;
import dev.gale.runtime.codec.SerializationRegistry;
import dev.gale.runtime.codec.ValueCodec;

/** Strict mode by encoding: values of equal content are those of equal bytes. Used by one executor's thread. */
public final class EncodedValues implements StrictValues {
    private final Fingerprint fingerprint;

    public EncodedValues(SerializationRegistry registry, int maxTupleBytes) {
        fingerprint = new Fingerprint(new ValueCodec(registry, maxTupleBytes));
    }

    @Override
    public long fingerprint(Object[] values) {
        try {
            long print = fingerprint.of(values);
            return print != 0 ? print : 1;
        } catch (CodecException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }
}
