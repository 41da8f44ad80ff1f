package dev.gale.runtime.worker;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import dev.gale.runtime.executor.RoomWaiter;
import dev.gale.runtime.executor.Wakeup;
import dev.gale.runtime.executor.WakeupProbe;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/**
 * A sender that announced that it will park, and got no credit, is woken once there is credit. The result is whether it was refused
 * and nobody woke it, unless a test says otherwise.
 */
final class CreditStress {
    private static final int WINDOW = 10;

    private CreditStress() {}

    static class Place {
        final Credit credit = new Credit(WINDOW);
        final Wakeup wakeup = new Wakeup();
        final RoomWaiter waiter = new RoomWaiter(wakeup);
        private boolean refused;

        void spendAll() {
            credit.tryCharge(WINDOW, waiter);
            credit.onTaken(WINDOW);
        }

        void spend() {
            wakeup.prepare();
            refused = !credit.tryCharge(1, waiter);
        }

        boolean isStuck() {
            return refused && WakeupProbe.isParked(wakeup);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "true", expect = FORBIDDEN, desc = "refused and not woken")
    @Outcome(id = "false", expect = ACCEPTABLE)
    public static class Raise extends Place {
        public Raise() {
            spendAll();
        }

        @Actor
        public void sender() {
            spend();
        }

        @Actor
        public void link() {
            credit.raise(2 * WINDOW);
        }

        @Arbiter
        public void after(Z_Result result) {
            result.r1 = isStuck();
        }
    }

    /** The sender waits already, and tries again while it is being released. */
    @JCStressTest
    @State
    @Outcome(id = "true", expect = FORBIDDEN, desc = "refused and not woken")
    @Outcome(id = "false", expect = ACCEPTABLE)
    public static class RaiseWhileWaiting extends Place {
        public RaiseWhileWaiting() {
            spendAll();
            spend();
        }

        @Actor
        public void sender() {
            spend();
        }

        @Actor
        public void link() {
            credit.raise(2 * WINDOW);
        }

        @Arbiter
        public void after(Z_Result result) {
            result.r1 = isStuck();
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "true", expect = FORBIDDEN, desc = "refused and not woken")
    @Outcome(id = "false", expect = ACCEPTABLE)
    public static class Restart extends Place {
        public Restart() {
            spendAll();
            spend();
        }

        @Actor
        public void sender() {
            spend();
        }

        @Actor
        public void link() {
            credit.raise(WINDOW + 1);
            credit.restart();
        }

        @Arbiter
        public void after(Z_Result result) {
            result.r1 = isStuck();
        }
    }

    /** Another sender has all the credit for a moment, but its frame finds no room. */
    @JCStressTest
    @State
    @Outcome(id = "true", expect = FORBIDDEN, desc = "refused and not woken")
    @Outcome(id = "false", expect = ACCEPTABLE)
    public static class GiveBack extends Place {
        private final RoomWaiter ofOther = new RoomWaiter(new Wakeup());

        @Actor
        public void sender() {
            spend();
        }

        @Actor
        public void other() {
            if (credit.tryCharge(WINDOW, ofOther)) {
                credit.giveBack(WINDOW);
            }
        }

        @Arbiter
        public void after(Z_Result result) {
            result.r1 = isStuck();
        }
    }

    /** The results are whether each of two senders got credit. */
    @JCStressTest
    @State
    @Outcome(
            id = {"true, false", "false, true"},
            expect = ACCEPTABLE,
            desc = "credit for one frame, spent once; what is not listed is forbidden")
    public static class TwoSenders extends Place {
        private final RoomWaiter ofOther = new RoomWaiter(new Wakeup());

        @Actor
        public void one(ZZ_Result result) {
            result.r1 = credit.tryCharge(WINDOW, waiter);
        }

        @Actor
        public void other(ZZ_Result result) {
            result.r2 = credit.tryCharge(WINDOW, ofOther);
        }
    }
}
