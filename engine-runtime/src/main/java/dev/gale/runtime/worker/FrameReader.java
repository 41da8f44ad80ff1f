package dev.gale.runtime.worker;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.KryoBufferUnderflowException;
import dev.gale.engine.tuple.StreamTuple;
import dev.gale.engine.tuple.TrackedTuple;
import dev.gale.engine.tuple.TupleBatch;
import dev.gale.engine.tuple.TupleOrigin;
import dev.gale.runtime.codec.CodecException;
import dev.gale.runtime.codec.ValueCodec;
import dev.gale.runtime.executor.BatchReader;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Decodes frames of tuples for one executor, on its thread. */
final class FrameReader implements BatchReader {
    private final StreamIndex streams;
    private final ValueCodec codec;
    private final BiConsumer<Integer, Exception> broken;
    private final Input input = new Input();

    /** @param broken told of a frame that cannot be read, with the task that it was for */
    FrameReader(StreamIndex streams, ValueCodec codec, BiConsumer<Integer, Exception> broken) {
        this.streams = streams;
        this.codec = codec;
        this.broken = broken;
    }

    @Override
    public @Nullable TupleBatch read(Object batch) {
        EncodedBatch encoded = (EncodedBatch) batch;
        byte[] frame = encoded.frame();
        try {
            return decode(frame, FrameHeader.target(frame));
        } finally {
            encoded.consumption().consumed(frame.length);
        }
    }

    /** Everything up to the first tuple that cannot be read; where the next one begins cannot be known then. */
    private @Nullable TupleBatch decode(byte[] frame, int target) {
        TupleOrigin origin = streams.origin(FrameHeader.source(frame), FrameHeader.stream(frame));
        int count = FrameHeader.count(frame);
        if (origin == null || count < 1 || count > frame.length) {
            broken.accept(
                    target,
                    new BrokenFrameException("A frame for task " + target + " names stream " + FrameHeader.stream(frame)
                            + " of task " + FrameHeader.source(frame) + " and " + count + " tuples, which cannot be"));
            return null;
        }
        input.setBuffer(frame, FrameHeader.BYTES, frame.length - FrameHeader.BYTES);
        StreamTuple[] tuples = new StreamTuple[count];
        int read = 0;
        try {
            while (read < count) {
                tuples[read] = tuple(origin, frame.length);
                read++;
            }
        } catch (BrokenFrameException | CodecException | KryoBufferUnderflowException e) {
            broken.accept(
                    target,
                    new BrokenFrameException(
                            count - read + " tuples of component '" + origin.component() + "', stream '"
                                    + origin.stream()
                                    + "' could not be read and are lost; their trees fail by timeout: "
                                    + e.getMessage(),
                            e));
        }
        return read == 0 ? null : new TupleBatch(target, tuples, read);
    }

    private StreamTuple tuple(TupleOrigin origin, int length) {
        int roots = input.readVarInt(true);
        if (roots == 0) {
            return new StreamTuple(origin, codec.read(input));
        }
        if (roots < 0 || roots > length / (2 * Long.BYTES)) {
            throw new BrokenFrameException("A tuple claims " + roots + " roots in a frame of " + length + " bytes");
        }
        long root = input.readLong();
        long edge = input.readLong();
        long[] more = roots == 1 ? null : new long[2 * roots - 2];
        for (int i = 0; more != null && i < more.length; i++) {
            more[i] = input.readLong();
        }
        return new TrackedTuple(origin, codec.read(input), root, edge, more);
    }
}
