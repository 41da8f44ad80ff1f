package dev.gale.runtime.worker;

import com.esotericsoftware.kryo.io.Output;
import dev.gale.engine.executor.Outbox;
import dev.gale.engine.executor.OutboxSet;
import dev.gale.engine.tuple.StreamTuple;
import dev.gale.engine.tuple.TrackedTuple;
import dev.gale.engine.tuple.TupleOrigin;
import dev.gale.runtime.codec.CodecException;
import dev.gale.runtime.codec.ValueCodec;
import dev.gale.runtime.executor.RoomWaiter;
import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * For a task in another worker. A tuple is encoded while it is emitted, so that what cannot be encoded is an error of the line that
 * emits it, and a later change of a value does no harm. A frame holds tuples of one stream of one task.
 */
final class RemoteOutbox extends Outbox {
    private static final int FRAME_BYTES = 32 * 1024;

    private final Route route;
    private final int lane;
    private final StreamIndex streams;
    private final ValueCodec codec;
    private final int batchSize;
    private final int maxFrameBytes;
    private final RoomWaiter forCredit;
    private final RoomWaiter forRoom;

    private final Output out = new Output(1024, -1);
    private final ArrayDeque<byte[]> refused = new ArrayDeque<>();

    private @org.jspecify.annotations.Nullable TupleOrigin origin;
    private int count;

    RemoteOutbox(
            int task,
            OutboxSet set,
            boolean sameCycle,
            Route route,
            StreamIndex streams,
            ValueCodec codec,
            int batchSize,
            int maxFrameBytes,
            RoomWaiter forCredit,
            RoomWaiter forRoom) {
        super(task, set);
        this.route = route;
        lane = lane(sameCycle);
        this.streams = streams;
        this.codec = codec;
        this.batchSize = batchSize;
        this.maxFrameBytes = maxFrameBytes;
        this.forCredit = forCredit;
        this.forRoom = forRoom;
    }

    static int lane(boolean sameCycle) {
        return sameCycle ? FrameHeader.LANE_CYCLE : FrameHeader.LANE_OUTSIDE;
    }

    @Override
    public void add(StreamTuple tuple) {
        TupleOrigin from = tuple.origin();
        if (count > 0 && !isSameStream(from)) {
            handOver();
        }
        if (count == 0) {
            origin = from;
            out.setPosition(FrameHeader.BYTES);
        }
        int before = out.position();
        boolean written = false;
        try {
            write(tuple);
            written = true;
        } catch (CodecException e) {
            throw new IllegalArgumentException(
                    "Component '" + from.component() + "', stream '" + from.stream() + "': " + e.getMessage(), e);
        } finally {
            if (!written) {
                out.setPosition(before);
            }
        }
        if (out.position() > maxFrameBytes) {
            beginAnew(before, from);
        }
        count++;
        list();
        if (count == batchSize || out.position() >= FRAME_BYTES) {
            handOver();
        }
    }

    @Override
    protected boolean flush() {
        byte[] first;
        while ((first = refused.peek()) != null) {
            if (!route.trySend(first, forCredit, forRoom)) {
                return false;
            }
            refused.poll();
            held(-FrameHeader.count(first));
        }
        if (count > 0) {
            handOver();
        }
        return refused.isEmpty();
    }

    /** The last tuple does not fit into the frame with those before it: it becomes the first of the next. */
    private void beginAnew(int before, TupleOrigin from) {
        byte[] last = Arrays.copyOfRange(out.getBuffer(), before, out.position());
        out.setPosition(before);
        if (FrameHeader.BYTES + last.length > maxFrameBytes) {
            throw new IllegalArgumentException("Component '" + from.component() + "', stream '" + from.stream()
                    + "': the tuple takes " + last.length + " bytes, but the transport takes frames of at most "
                    + maxFrameBytes + ". Emit smaller tuples, or allow larger frames");
        }
        handOver();
        out.setPosition(FrameHeader.BYTES);
        out.write(last);
    }

    private boolean isSameStream(TupleOrigin from) {
        TupleOrigin current = origin;
        return current == from
                || current != null
                        && current.task() == from.task()
                        && current.stream().equals(from.stream());
    }

    private void write(StreamTuple tuple) {
        if (tuple instanceof TrackedTuple tracked) {
            int roots = tracked.roots();
            out.writeVarInt(roots, true);
            for (int r = 0; r < roots; r++) {
                out.writeLong(tracked.root(r));
                out.writeLong(tracked.xor(r));
            }
        } else {
            out.writeVarInt(0, true);
        }
        codec.write(out, tuple.values());
    }

    private void handOver() {
        TupleOrigin from = origin;
        if (from == null) {
            return;
        }
        byte[] frame = out.toBytes();
        FrameHeader.write(
                frame,
                FrameHeader.DATA,
                lane,
                streams.number(from.component(), from.stream()),
                task(),
                from.task(),
                count,
                frame.length - FrameHeader.BYTES);
        int tuples = count;
        count = 0;
        if (out.getBuffer().length > 4 * FRAME_BYTES) {
            out.setBuffer(new byte[1024], -1);
        }
        if (!refused.isEmpty() || !route.trySend(frame, forCredit, forRoom)) {
            refused.add(frame);
            held(tuples);
            list();
        }
    }
}
