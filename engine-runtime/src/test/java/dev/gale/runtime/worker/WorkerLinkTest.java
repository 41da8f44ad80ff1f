package dev.gale.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.runtime.executor.Inbox;
import dev.gale.runtime.executor.Lane;
import dev.gale.runtime.executor.RoomWaiter;
import dev.gale.runtime.executor.Wakeup;
import dev.gale.spi.transport.Link;
import dev.gale.spi.transport.PeerIdentity;
import dev.gale.spi.transport.SendResult;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkerLinkTest {
    private static final PeerIdentity PEER = new PeerIdentity("topology", "peer", 1, "life");
    private static final int WINDOW = 1_000;
    private static final int TASK = 7;

    private final Wire wire = new Wire();
    private final WorkerLink link = new WorkerLink(
            "here->there",
            WINDOW,
            new Lane<>(1_000_000, new Wakeup()),
            new Receiver(new Inbox[TASK + 1], (task, kind) -> true),
            () -> {},
            () -> {});
    private final RoomWaiter waiter = new RoomWaiter(new Wakeup());

    WorkerLinkTest() {
        link.use(wire);
        link.connected(PEER);
    }

    /** Keeps what is sent, as long as it takes something. */
    private static final class Wire implements Link {
        final List<byte[]> sent = new ArrayList<>();
        SendResult answer = SendResult.SENT;

        @Override
        public SendResult offer(ByteBuffer frame) {
            if (answer == SendResult.SENT) {
                byte[] copy = new byte[frame.remaining()];
                frame.get(frame.position(), copy);
                sent.add(copy);
            }
            return answer;
        }

        @Override
        public void close() {}

        List<Long> creditPositions() {
            return sent.stream()
                    .filter(frame -> FrameHeader.kind(ByteBuffer.wrap(frame)) == FrameHeader.CREDIT)
                    .map(frame -> FrameHeader.position(ByteBuffer.wrap(frame)))
                    .toList();
        }
    }

    @Test
    void tellsThePeerHowFarItMayGo() {
        link.consumption(TASK, FrameHeader.LANE_OUTSIDE).consumed(400);
        link.advance();

        assertThat(wire.creditPositions()).containsExactly(1_400L);
    }

    @Test
    void keepsCreditThatCannotBeSentNow() {
        wire.answer = SendResult.BACK_PRESSURED;
        link.consumption(TASK, FrameHeader.LANE_OUTSIDE).consumed(400);
        link.advance();
        link.consumption(TASK, FrameHeader.LANE_CYCLE).consumed(300);

        wire.answer = SendResult.SENT;
        link.writable();
        link.advance();

        assertThat(wire.creditPositions()).containsExactly(1_400L, 1_300L);
    }

    @Test
    void whatIsLeftOfAnOldConnectionGivesNoCreditOnTheNewOne() {
        Consumption old = link.consumption(TASK, FrameHeader.LANE_OUTSIDE);
        old.consumed(100_000);
        link.disconnected("for a test", 0);
        link.connected(PEER);

        old.consumed(1_000);
        link.advance();

        assertThat(wire.creditPositions()).isEmpty();
    }

    @Test
    void noWordOfThePeerGivesMoreThanAWindowOnTopOfWhatWasSent() {
        Credit credit = link.credit(TASK, FrameHeader.LANE_OUTSIDE);
        assertThat(credit.trySpend(600, waiter)).isTrue();

        credit.raise(1_000_000);

        assertThat(credit.trySpend(500, waiter)).isTrue();
        assertThat(credit.trySpend(499, waiter)).isTrue();
        assertThat(credit.trySpend(1, waiter)).isTrue();
        assertThat(credit.trySpend(1, waiter)).isFalse();
    }

    @Test
    void countsWhatIsSentAndReceivedOnTheConnection() {
        link.sayPrepared();
        link.advance();
        assertThat(link.sentFrames()).isEqualTo(1);
        assertThat(link.receivedFrames()).isZero();

        link.frame(ByteBuffer.wrap(FrameHeader.prepared()));
        assertThat(link.receivedFrames()).isEqualTo(1);
        assertThat(link.isPeerPrepared()).isTrue();

        link.connected(PEER);
        link.advance();
        assertThat(link.sentFrames()).isEqualTo(1);
        assertThat(link.receivedFrames()).isZero();
    }
}
