package dev.gale.runtime.executor;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.gale.runtime.executor.Received.Batch;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.JJ_Result;

/**
 * Batches that are brought while the consumer polls: none is lost or seen half, each producer's come in its order, and the weight
 * comes to 0. First result: the batches as digits; second: the weight that is left. What is not listed is forbidden.
 */
final class LaneOrderStress {
    private LaneOrderStress() {}

    static class Place {
        final Lane<Batch> lane;
        final Received received;
        final RoomWaiter waiter = new RoomWaiter(new Wakeup());

        Place(long bound) {
            lane = new Lane<>(bound, new Wakeup());
            received = new Received(lane);
        }

        void offer(int number) {
            lane.offer(new Batch(number), 1, waiter);
        }

        void force(int number) {
            lane.force(new Batch(number), number);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "123, 0", expect = ACCEPTABLE, desc = "all, in order")
    public static class Offer extends Place {
        public Offer() {
            super(4);
        }

        @Actor
        public void producer() {
            offer(1);
            offer(2);
            offer(3);
        }

        @Actor
        public void consumer() {
            received.poll(3);
        }

        @Arbiter
        public void after(JJ_Result result) {
            received.pollAll();
            result.r1 = received.all();
            result.r2 = received.weight();
        }
    }

    @JCStressTest
    @State
    @Outcome(
            id = {"1234, 0", "1324, 0", "1342, 0", "3124, 0", "3142, 0", "3412, 0"},
            expect = ACCEPTABLE,
            desc = "all, each producer's in order")
    public static class TwoProducers extends Place {
        public TwoProducers() {
            super(4);
        }

        @Actor
        public void one() {
            offer(1);
            offer(2);
        }

        @Actor
        public void otherAndConsumer() {
            offer(3);
            received.poll(1);
            offer(4);
            received.poll(2);
        }

        @Arbiter
        public void after(JJ_Result result) {
            received.pollAll();
            result.r1 = received.all();
            result.r2 = received.weight();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "1234, 0", expect = ACCEPTABLE, desc = "all, in order")
    public static class Force extends Place {
        public Force() {
            super(2);
        }

        @Actor
        public void receiver() {
            for (int number = 1; number <= 4; number++) {
                force(number);
            }
        }

        @Actor
        public void consumer() {
            received.poll(8);
        }

        @Arbiter
        public void after(JJ_Result result) {
            received.pollAll();
            result.r1 = received.all();
            result.r2 = received.weight();
        }
    }

    /** What is forced does not wait for a slot of the ring that a producer claimed and has not published yet. */
    @JCStressTest
    @State
    @Outcome(
            id = {"1234, 0", "1324, 0", "1342, 0", "3124, 0", "3142, 0", "3412, 0"},
            expect = ACCEPTABLE,
            desc = "all, the producer's and the receiver's in order")
    public static class ForceBesideOffer extends Place {
        public ForceBesideOffer() {
            super(4);
        }

        @Actor
        public void producer() {
            offer(1);
            offer(2);
        }

        @Actor
        public void receiverAndConsumer() {
            force(3);
            force(4);
            received.poll(3);
        }

        @Arbiter
        public void after(JJ_Result result) {
            received.pollAll();
            result.r1 = received.all();
            result.r2 = received.weight();
        }
    }
}
