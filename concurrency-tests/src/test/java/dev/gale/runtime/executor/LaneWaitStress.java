package dev.gale.runtime.executor;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * The consumer says that it will park and looks into the lane while others bring batches. First result: it saw nothing and still is
 * to park; second: the lane holds something.
 */
final class LaneWaitStress {
    private LaneWaitStress() {}

    static class Place {
        final Wakeup consumer = new Wakeup();
        final Lane<Object> lane = new Lane<>(2, consumer);
        final RoomWaiter waiter = new RoomWaiter(new Wakeup());
        boolean saw;

        void judge(ZZ_Result result) {
            result.r1 = !saw && WakeupProbe.isParked(consumer);
            result.r2 = lane.poll() != null;
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "true, true", expect = FORBIDDEN, desc = "parks although there is a batch")
    @Outcome(expect = ACCEPTABLE)
    public static class Offer extends Place {
        @Actor
        public void producer() {
            lane.offer(this, 1, waiter);
        }

        @Actor
        public void consumer() {
            consumer.prepare();
            saw = !lane.isEmpty();
        }

        @Arbiter
        public void after(ZZ_Result result) {
            judge(result);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "true, true", expect = FORBIDDEN, desc = "parks although there is a batch")
    @Outcome(expect = ACCEPTABLE)
    public static class Force extends Place {
        @Actor
        public void receiver() {
            lane.force(this, 1);
            lane.force(this, 1);
        }

        @Actor
        public void consumer() {
            while (lane.poll() != null) {
                // As often as the receiver brought something.
            }
            consumer.prepare();
            saw = !lane.isEmpty();
        }

        @Arbiter
        public void after(ZZ_Result result) {
            judge(result);
        }
    }
}
