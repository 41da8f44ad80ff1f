package dev.gale.adapter.netty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.transport.SendResult;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class OutboxTest {
    private static final int LOW = 1_000;
    private static final int HIGH = 2_000;

    private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true);
    private int asked;
    private final Outbox outbox = new Outbox(allocator, LOW, HIGH, () -> asked++);

    @Test
    void framesOfOneTurnShareAChunkBehindTheirHeaders() {
        outbox.offer(bytes(1, 2, 3));
        outbox.offer(bytes(4));

        ByteBuf chunk = outbox.take();
        assertThat(chunk).isNotNull();
        assertThat(chunk.readInt()).isEqualTo(FrameHeader.of(FrameHeader.DATA, 3));
        assertThat(chunk.readSlice(3).nioBuffer()).isEqualTo(bytes(1, 2, 3));
        assertThat(chunk.readInt()).isEqualTo(FrameHeader.of(FrameHeader.DATA, 1));
        assertThat(chunk.readByte()).isEqualTo((byte) 4);
        assertThat(chunk.isReadable()).isFalse();
        assertThat(outbox.take()).isNull();
    }

    @Test
    void theLoopIsAskedOnceUntilItHasFoundNothing() {
        outbox.offer(bytes(1));
        outbox.offer(bytes(2));
        assertThat(asked).isEqualTo(1);

        release(outbox.take());
        outbox.offer(bytes(3));
        assertThat(asked).as("it is still taking").isEqualTo(1);
        release(outbox.take());
        assertThat(outbox.take()).isNull();
        outbox.offer(bytes(4));

        assertThat(asked).isEqualTo(2);
        outbox.close();
    }

    @Test
    void aRunOfRefusalsEndsOnceAndOnlyWhenThereIsRoom() {
        ByteBuffer frame = ByteBuffer.allocate(900);
        assertThat(outbox.offer(frame)).isEqualTo(SendResult.SENT);
        assertThat(outbox.offer(frame)).isEqualTo(SendResult.SENT);
        assertThat(outbox.offer(frame)).isEqualTo(SendResult.BACK_PRESSURED);
        assertThat(outbox.offer(bytes(1))).as("a small one does not overtake").isEqualTo(SendResult.BACK_PRESSURED);
        assertThat(outbox.endRefusals()).isFalse();

        release(outbox.take());
        assertThat(outbox.endRefusals()).isTrue();
        assertThat(outbox.endRefusals()).isFalse();
        assertThat(outbox.offer(frame)).isEqualTo(SendResult.SENT);
        outbox.close();
    }

    @Test
    void aFrameLargerThanTheBoundPassesWhenLittleWaits() {
        ByteBuffer large = ByteBuffer.allocate(100_000);

        assertThat(outbox.offer(large)).isEqualTo(SendResult.SENT);
        assertThat(outbox.offer(bytes(1))).isEqualTo(SendResult.BACK_PRESSURED);
        ByteBuf chunk = outbox.take();
        assertThat(chunk).isNotNull();
        assertThat(chunk.readableBytes()).isEqualTo(FrameHeader.BYTES + 100_000);
        release(chunk);
        assertThat(outbox.endRefusals()).isTrue();
    }

    @Test
    void theCallersBufferStaysAsItIs() {
        ByteBuffer frame = ByteBuffer.allocateDirect(64).putLong(7).putLong(8);
        frame.position(3).limit(11);

        outbox.offer(frame.asReadOnlyBuffer());
        outbox.offer(frame);

        assertThat(frame.position()).isEqualTo(3);
        assertThat(frame.limit()).isEqualTo(11);
        outbox.close();
    }

    @Test
    void closingDropsWhatWaitsAndSaysWhatWasEverTaken() {
        outbox.offer(bytes(1));
        release(outbox.take());
        outbox.offer(bytes(2));

        assertThat(outbox.close()).isEqualTo(2);
        assertThat(outbox.offer(bytes(3))).isEqualTo(SendResult.NOT_CONNECTED);
        assertThat(outbox.take()).isNull();
        assertThat(outbox.endRefusals()).isFalse();
        assertThat(allocator.metric().usedDirectMemory()).isZero();
    }

    private static ByteBuffer bytes(int... values) {
        ByteBuffer buffer = ByteBuffer.allocate(values.length);
        for (int value : values) {
            buffer.put((byte) value);
        }
        return buffer.flip();
    }

    private static void release(ByteBuf chunk) {
        assertThat(chunk).isNotNull();
        chunk.release();
    }
}
