package dev.gale.runtime.codec;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import dev.gale.api.TupleSerializer;
import org.jspecify.annotations.Nullable;

/**
 * Writes and reads the values of tuples: their number, then each under its tag. Values arrive equal to what was sent; lists, sets
 * and maps whose class is not registered arrive as {@code ArrayList}, {@code LinkedHashSet} or {@code TreeSet}, and
 * {@code LinkedHashMap} or {@code TreeMap}, in the order they had. An object that occurs twice arrives twice. Not thread-safe: one
 * per executor. Buffers must be byte arrays, without a stream behind them.
 */
public final class ValueCodec {
    private final Encoder encoder;
    private final Decoder decoder;
    private final int maxTupleBytes;

    /** Creates an instance of each registered serializer. */
    public ValueCodec(SerializationRegistry registry, int maxTupleBytes) {
        if (maxTupleBytes < 1) {
            throw new IllegalArgumentException("A tuple of at most " + maxTupleBytes + " bytes holds nothing");
        }
        @SuppressWarnings({"unchecked", "rawtypes"})
        @Nullable
        TupleSerializer<Object>[] serializers = new TupleSerializer[registry.size()];
        for (int id = 0; id < serializers.length; id++) {
            if (registry.byId(id) instanceof CustomType custom) {
                serializers[id] = custom.newSerializer();
            }
        }
        this.encoder = new Encoder(registry, serializers, maxTupleBytes);
        this.decoder = new Decoder(registry, serializers, maxTupleBytes);
        this.maxTupleBytes = maxTupleBytes;
    }

    /**
     * @throws CodecException when a value cannot be sent or the tuple is too large; {@code out} is then where it was before
     */
    public void write(Output out, @Nullable Object[] values) {
        encoder.tuple(out, values, false);
    }

    /**
     * @throws CodecException when the bytes up to the limit of {@code in} do not begin with a tuple; {@code in} is then where it was
     */
    public @Nullable Object[] read(Input in) {
        return decoder.tuple(in);
    }

    int maxTupleBytes() {
        return maxTupleBytes;
    }

    /** As {@link #write}, but equal bytes for equal values whatever order a hash map or set is in; cannot be read. */
    void writeFingerprint(Output out, @Nullable Object[] values) {
        encoder.tuple(out, values, true);
    }
}
