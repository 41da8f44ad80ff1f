package dev.gale.adapter.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.transport.SendResult;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FrameQueueTest {
    private static final int LIMIT = 64 * 1024;

    private final FrameQueue queue = new FrameQueue(LIMIT);

    @Test
    void framesOfAnySizeComeOutAsTheyWentIn() {
        Random random = new Random(42);
        Queue<Bytes> expected = new ArrayDeque<>();
        for (int step = 0; step < 50_000; step++) {
            if (random.nextBoolean()) {
                byte[] content = new byte[1 + random.nextInt(random.nextInt(50) == 0 ? 100_000 : 2_000)];
                random.nextBytes(content);
                if (queue.offer(ByteBuffer.wrap(content)) == SendResult.SENT) {
                    expected.add(Bytes.of(content));
                }
            } else {
                ByteBuffer frame = queue.poll();
                assertThat(frame == null).isEqualTo(expected.isEmpty());
                if (frame != null) {
                    assertThat(Bytes.of(frame)).isEqualTo(expected.remove());
                    queue.release();
                }
            }
        }
    }

    @Test
    void refusesAtItsLimitAndOwesOneWakeUpWhenHalfEmpty() {
        ByteBuffer frame = ByteBuffer.allocate(1020);
        int taken = 0;
        while (queue.offer(frame) == SendResult.SENT) {
            taken++;
        }
        assertThat(taken).isEqualTo(LIMIT / 1024);

        int wakeUps = 0;
        int takenOutAtWakeUp = 0;
        for (int count = 1; count <= taken; count++) {
            assertThat(queue.poll()).isNotNull();
            if (queue.release()) {
                wakeUps++;
                takenOutAtWakeUp = count;
            } else if (wakeUps == 0) {
                assertThat(queue.offer(ByteBuffer.allocate(1)))
                        .as("nobody overtakes who waits")
                        .isEqualTo(SendResult.BACK_PRESSURED);
            }
        }
        assertThat(wakeUps).isEqualTo(1);
        assertThat(takenOutAtWakeUp).isEqualTo(taken / 2);
        assertThat(queue.offer(frame)).isEqualTo(SendResult.SENT);
    }

    @Test
    void aFrameLargerThanTheLimitGoesThroughWhenThereIsLittleBeforeIt() {
        ByteBuffer large = ByteBuffer.allocate(10 * LIMIT);

        assertThat(queue.offer(ByteBuffer.allocate(100))).isEqualTo(SendResult.SENT);
        assertThat(queue.offer(large)).isEqualTo(SendResult.SENT);
        assertThat(queue.offer(ByteBuffer.allocate(100))).isEqualTo(SendResult.BACK_PRESSURED);
        assertThat(remaining(queue.poll())).isEqualTo(100);
        queue.release();
        assertThat(remaining(queue.poll())).isEqualTo(10 * LIMIT);
        assertThat(queue.release()).isTrue();
        assertThat(queue.offer(ByteBuffer.allocate(100))).isEqualTo(SendResult.SENT);
        assertThat(remaining(queue.poll())).isEqualTo(100);
    }

    @Test
    void closingCountsWhatWasNotGivenOutAndEndsIt() {
        for (int i = 0; i < 5; i++) {
            queue.offer(ByteBuffer.allocate(10));
        }
        queue.poll();
        queue.release();
        queue.poll();

        assertThat(queue.close()).isEqualTo(3);
        assertThat(queue.close()).isZero();
        queue.release();
        assertThat(queue.poll()).isNull();
        assertThat(queue.offer(ByteBuffer.allocate(10))).isEqualTo(SendResult.NOT_CONNECTED);
    }

    private static int remaining(ByteBuffer frame) {
        return frame == null ? -1 : frame.remaining();
    }
}
