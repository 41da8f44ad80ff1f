package dev.gale.runtime.executor;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * A sender that announced that it will park, and was refused, is woken once there is room. All lanes begin full and end empty. The
 * result is whether a sender was refused and nobody woke it.
 */
final class LaneRoomStress {
    private LaneRoomStress() {}

    static final class Sender {
        final Wakeup wakeup = new Wakeup();
        final RoomWaiter waiter = new RoomWaiter(wakeup);
        boolean refused;

        void offer(Lane<Object> lane, long weight) {
            wakeup.prepare();
            refused = !lane.offer(this, weight, waiter);
        }

        boolean isStuck() {
            return refused && WakeupProbe.isParked(wakeup);
        }
    }

    static class Place {
        final Lane<Object> lane;
        final Sender sender = new Sender();

        Place(long bound) {
            lane = new Lane<>(bound, new Wakeup());
            RoomWaiter filler = new RoomWaiter(new Wakeup());
            lane.offer("first", 1, filler);
            lane.offer("second", 1, filler);
        }

        void drain() {
            while (lane.poll() != null) {
                // Whatever is in it.
            }
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "true", expect = FORBIDDEN, desc = "refused and not woken")
    @Outcome(id = "false", expect = ACCEPTABLE)
    public static class ForWeight extends Place {
        public ForWeight() {
            super(2);
        }

        @Actor
        public void sender() {
            sender.offer(lane, 1);
        }

        @Actor
        public void consumer() {
            drain();
        }

        @Arbiter
        public void after(Z_Result result) {
            drain();
            result.r1 = sender.isStuck();
        }
    }

    /** The ring has two slots, and room for one more by weight. */
    @JCStressTest
    @State
    @Outcome(id = "true", expect = FORBIDDEN, desc = "refused and not woken")
    @Outcome(id = "false", expect = ACCEPTABLE)
    public static class ForSlots extends Place {
        public ForSlots() {
            super(3);
        }

        @Actor
        public void sender() {
            sender.offer(lane, 1);
        }

        @Actor
        public void consumer() {
            drain();
        }

        @Arbiter
        public void after(Z_Result result) {
            drain();
            result.r1 = sender.isStuck();
        }
    }

    /** The sender waits already, and tries again while it is being released. */
    @JCStressTest
    @State
    @Outcome(id = "true", expect = FORBIDDEN, desc = "refused and not woken")
    @Outcome(id = "false", expect = ACCEPTABLE)
    public static class WhileReleased extends Place {
        public WhileReleased() {
            super(2);
            sender.offer(lane, 1);
        }

        @Actor
        public void sender() {
            sender.offer(lane, 1);
        }

        @Actor
        public void consumer() {
            drain();
        }

        @Arbiter
        public void after(Z_Result result) {
            drain();
            result.r1 = sender.isStuck();
        }
    }

    /** One sender finds no slot for a heavy batch, whose weight is in the way of the other for that moment. */
    @JCStressTest
    @State
    @Outcome(id = "false, false", expect = ACCEPTABLE)
    @Outcome(expect = FORBIDDEN, desc = "refused and not woken")
    public static class BesideAFailingOffer extends Place {
        private final Sender other = new Sender();

        public BesideAFailingOffer() {
            super(3);
        }

        @Actor
        public void sender() {
            sender.offer(lane, 3);
        }

        @Actor
        public void consumerAndOther() {
            drain();
            other.offer(lane, 1);
        }

        @Arbiter
        public void after(ZZ_Result result) {
            drain();
            result.r1 = sender.isStuck();
            result.r2 = other.isStuck();
        }
    }

    /** The room is enough for one of two that wait, and the first of them cannot use it. The result is whether the second is stuck. */
    @JCStressTest
    @State
    @Outcome(id = "true", expect = FORBIDDEN, desc = "refused and not woken")
    @Outcome(id = "false", expect = ACCEPTABLE)
    public static class LeftToTheNext {
        private final Lane<Object> lane = new Lane<>(2, new Wakeup());
        private final Sender leaving = new Sender();
        private final Sender next = new Sender();

        public LeftToTheNext() {
            lane.offer("all", 2, new RoomWaiter(new Wakeup()));
            leaving.offer(lane, 2);
            next.offer(lane, 2);
        }

        @Actor
        public void sender() {
            lane.leave(leaving.waiter);
        }

        @Actor
        public void consumer() {
            lane.poll();
        }

        @Arbiter
        public void after(Z_Result result) {
            result.r1 = next.isStuck();
        }
    }
}
