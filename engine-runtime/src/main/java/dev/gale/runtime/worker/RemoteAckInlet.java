package dev.gale.runtime.worker;

import dev.gale.engine.ack.AckBatch;
import dev.gale.engine.ack.AckOutbox;
import dev.gale.runtime.executor.RoomWaiter;
import java.nio.ByteBuffer;

/** Sends one executor's acks to an executor in another worker. */
final class RemoteAckInlet implements AckOutbox.Inlet {
    private final Route route;
    private final RoomWaiter forCredit;
    private final RoomWaiter forRoom;

    /** @param route to a task of the receiving executor */
    RemoteAckInlet(Route route, RoomWaiter forCredit, RoomWaiter forRoom) {
        this.route = route;
        this.forCredit = forCredit;
        this.forRoom = forRoom;
    }

    @Override
    public boolean offer(AckBatch batch) {
        int count = batch.count();
        byte[] frame = new byte[FrameHeader.BYTES + count * 2 * Long.BYTES];
        FrameHeader.write(
                frame,
                FrameHeader.ACK,
                batch.kind().ordinal(),
                0,
                route.task().number(),
                0,
                count,
                frame.length - FrameHeader.BYTES);
        ByteBuffer.wrap(frame, FrameHeader.BYTES, count * 2 * Long.BYTES)
                .slice()
                .asLongBuffer()
                .put(batch.pairs(), 0, 2 * count);
        return route.trySend(frame, forCredit, forRoom);
    }
}
