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
    private final Lane<OutgoingFrame> transfer = new Lane<>(1_000_000, new Wakeup());
    private final WorkerLink link = new WorkerLink(
            "here->there",
            WINDOW,
            transfer,
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
        assertThat(credit.tryCharge(600, waiter)).isTrue();

        credit.raise(1_000_000);

        assertThat(credit.tryCharge(500, waiter)).isTrue();
        assertThat(credit.tryCharge(499, waiter)).isTrue();
        assertThat(credit.tryCharge(1, waiter)).isTrue();
        assertThat(credit.tryCharge(1, waiter)).isFalse();
    }

    @Test
    void whatWaitsWhileTheLinkIsDownIsChargedToTheConnectionThatWillCarryIt() {
        Credit credit = link.credit(TASK, FrameHeader.LANE_OUTSIDE);
        wire.answer = SendResult.NOT_CONNECTED;
        assertThat(send(credit, 600)).isTrue();
        assertThat(send(credit, 600)).isTrue();
        for (int flap = 0; flap < 5; flap++) {
            link.disconnected("for a test", 0);
            link.connected(PEER);
            link.advance();
            assertThat(send(credit, 600)).as("after flap %s", flap).isFalse();
        }

        wire.answer = SendResult.SENT;
        link.writable();
        link.advance();
        assertThat(wire.sent).hasSize(2);
        assertThat(send(credit, 600)).isFalse();

        link.frame(numbered(FrameHeader.credit(TASK, FrameHeader.LANE_OUTSIDE, 1_200 + WINDOW), 0));
        assertThat(send(credit, 600)).isTrue();
    }

    @Test
    void aLostFrameCostsNoCreditOnTheNextConnection() {
        Credit credit = link.credit(TASK, FrameHeader.LANE_OUTSIDE);
        assertThat(send(credit, 1_000)).isTrue();
        assertThat(send(credit, 100)).isFalse();

        link.disconnected("for a test", 1);
        link.connected(PEER);
        link.advance();

        assertThat(send(credit, 1_000)).isTrue();
    }

    @Test
    void aCreditFrameThatWasMadeForAnOldConnectionGrantsNothing() {
        Credit credit = link.credit(TASK, FrameHeader.LANE_OUTSIDE);
        link.connected(PEER);
        link.advance();
        assertThat(send(credit, 1_000)).isTrue();

        link.frame(numbered(FrameHeader.credit(TASK, FrameHeader.LANE_OUTSIDE, 50_000), 57));

        assertThat(send(credit, 100)).isFalse();
    }

    /** As an executor and then the sender's thread do. */
    private boolean send(Credit credit, int bytes) {
        boolean accepted = link.trySend(new byte[bytes], credit, waiter, waiter);
        OutgoingFrame frame;
        while ((frame = transfer.poll()) != null) {
            link.send(frame);
        }
        return accepted;
    }

    private static ByteBuffer numbered(byte[] frame, long sequence) {
        FrameHeader.sequence(frame, sequence);
        return ByteBuffer.wrap(frame);
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
