package dev.gale.runtime.worker;

import dev.gale.engine.ack.AckBatch;
import dev.gale.engine.ack.AckOutbox;
import dev.gale.runtime.executor.RoomWaiter;
import java.nio.ByteBuffer;

/** Sends one executor's acks to an executor in another worker. */
final class RemoteAckInlet implements AckOutbox.Inlet {
    private final int task;
    private final WorkerLink link;
    private final Credit credit;
    private final RoomWaiter forCredit;
    private final RoomWaiter forRoom;

    /** @param task one of the receiving executor */
    RemoteAckInlet(int task, WorkerLink link, RoomWaiter forCredit, RoomWaiter forRoom) {
        this.task = task;
        this.link = link;
        this.forCredit = forCredit;
        this.forRoom = forRoom;
        credit = link.credit(task, FrameHeader.LANE_CONTROL);
    }

    @Override
    public boolean offer(AckBatch batch) {
        int count = batch.count();
        byte[] frame = new byte[FrameHeader.BYTES + count * 2 * Long.BYTES];
        FrameHeader.write(
                frame, FrameHeader.ACK, batch.kind().ordinal(), 0, task, 0, count, frame.length - FrameHeader.BYTES);
        ByteBuffer.wrap(frame, FrameHeader.BYTES, count * 2 * Long.BYTES)
                .slice()
                .asLongBuffer()
                .put(batch.pairs(), 0, 2 * count);
        return link.trySend(frame, credit, forCredit, forRoom);
    }
}
