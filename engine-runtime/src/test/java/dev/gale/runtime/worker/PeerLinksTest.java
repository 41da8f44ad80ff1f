package dev.gale.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.engine.assignment.Assignment;
import dev.gale.engine.cluster.WorkerSlot;
import dev.gale.engine.task.ExecutorId;
import dev.gale.engine.task.TaskId;
import dev.gale.runtime.executor.Inbox;
import dev.gale.runtime.executor.RoomWaiter;
import dev.gale.runtime.executor.Wakeup;
import dev.gale.spi.transport.Endpoint;
import dev.gale.spi.transport.Link;
import dev.gale.spi.transport.LinkListener;
import dev.gale.spi.transport.PeerIdentity;
import dev.gale.spi.transport.SendResult;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PeerLinksTest {
    private static final WorkerSlot SELF = new WorkerSlot("s1", 6700);
    private static final WorkerSlot A = new WorkerSlot("s2", 6700);
    private static final WorkerSlot B = new WorkerSlot("s3", 6700);
    private static final ExecutorId OWN = new ExecutorId("spout", new TaskId(1), new TaskId(1));
    private static final ExecutorId FIRST = new ExecutorId("bolt", new TaskId(2), new TaskId(2));
    private static final ExecutorId SECOND = new ExecutorId("bolt", new TaskId(3), new TaskId(3));
    private static final int WINDOW = 1_000;

    private final Assignment before = Assignment.none().next(Map.of(OWN, SELF, FIRST, A, SECOND, B));
    private final Network network = new Network();
    private final Sender sender = new Sender(1_000_000, error -> {
        throw new AssertionError(error);
    });
    private final PeerLinks links = new PeerLinks(
            SELF,
            before,
            name -> new WorkerLink(
                    name,
                    WINDOW,
                    sender.transfer(),
                    new Receiver(new Inbox[4], (task, kind) -> true),
                    () -> {},
                    () -> {}),
            sender);
    private final Route toFirst = links.route(new TaskId(2), FrameHeader.LANE_OUTSIDE);
    private final Route toSecond = links.route(new TaskId(3), FrameHeader.LANE_OUTSIDE);
    private final Wakeup wakeup = new Wakeup();
    private final RoomWaiter waiter = new RoomWaiter(wakeup);

    /** Every link is open and takes everything, under the slot and generation of its peer. */
    private static final class Network implements Endpoint {
        final Map<String, Integer> sent = new TreeMap<>();
        final List<String> closed = new ArrayList<>();

        @Override
        public String address() {
            return "here";
        }

        @Override
        public Link link(String address, PeerIdentity peer, LinkListener listener) {
            String name = peer.endpoint() + " " + peer.generation();
            sent.put(name, 0);
            return new Link() {
                @Override
                public SendResult offer(ByteBuffer frame) {
                    sent.merge(name, 1, Integer::sum);
                    return SendResult.SENT;
                }

                @Override
                public void close() {
                    closed.add(name);
                }
            };
        }

        @Override
        public void close() {}
    }

    private PeerAddress address(Assignment in, WorkerSlot slot) {
        return new PeerAddress(
                slot.toString(),
                new PeerIdentity("t", slot.toString(), in.generationOf(slot).orElseThrow(), ""));
    }

    private boolean send(Route route, int bytes) {
        boolean accepted = route.trySend(new byte[bytes], waiter, waiter);
        OutgoingFrame frame;
        while ((frame = sender.transfer().poll()) != null) {
            frame.link().send(frame);
        }
        return accepted;
    }

    @Test
    void aTaskThatMovesIsSentToOverTheLinkOfItsNewSlot() {
        links.open(network, slot -> address(before, slot));
        send(toFirst, 100);
        send(toSecond, 100);
        Assignment after = before.next(Map.of(OWN, SELF, FIRST, B, SECOND, B));

        List<WorkerLink> added = links.use(after, slot -> address(after, slot));
        send(toFirst, 100);

        assertThat(added).hasSize(1);
        assertThat(network.sent).isEqualTo(Map.of("s2:6700 1", 1, "s3:6700 1", 1, "s3:6700 2", 1));
        assertThat(network.closed).containsExactly("s2:6700 1", "s3:6700 1");
        assertThat(links.slots()).containsExactly(B);
    }

    @Test
    void aPeerThatOnlyOthersAreMovedAroundKeepsItsLink() {
        links.open(network, slot -> address(before, slot));
        WorkerSlot other = new WorkerSlot("s4", 6700);
        Assignment after = before.next(Map.of(OWN, SELF, FIRST, A, SECOND, other));

        links.use(after, slot -> address(after, slot));
        send(toFirst, 100);

        assertThat(network.sent).isEqualTo(Map.of("s2:6700 1", 1, "s3:6700 1", 0, "s4:6700 2", 0));
        assertThat(network.closed).containsExactly("s3:6700 1");
    }

    @Test
    void whoWaitedForCreditOfAnOldPeerMaySendToTheNewOne() {
        links.open(network, slot -> address(before, slot));
        assertThat(send(toFirst, WINDOW)).isTrue();
        assertThat(send(toFirst, 1_000)).isFalse();
        Assignment after = before.next(Map.of(OWN, SELF, FIRST, B, SECOND, B));

        links.use(after, slot -> address(after, slot));

        assertThat(waiter.begin(1)).as("nobody waits any more").isTrue();
        waiter.release();
        assertThat(send(toFirst, WINDOW)).isTrue();
        assertThat(send(toFirst, 1_000)).isFalse();
        assertThat(waiter.begin(1)).as("it waits for the new peer").isFalse();
    }

    @Test
    void aTaskThatIsNowhereKeepsItsWayUntilItIsSomewhere() {
        links.open(network, slot -> address(before, slot));
        Assignment without = before.next(Map.of(OWN, SELF, SECOND, B));
        Assignment back = without.next(Map.of(OWN, SELF, FIRST, A, SECOND, B));

        links.use(without, slot -> address(without, slot));
        assertThat(send(toFirst, 100)).isTrue();
        links.use(back, slot -> address(back, slot));
        send(toFirst, 100);

        assertThat(network.sent).containsEntry("s2:6700 1", 0).containsEntry("s2:6700 3", 1);
    }
}
