package dev.gale.runtime.executor;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * One announces that it will park and looks for work, the other publishes work and wakes. The work is published and looked for as the
 * Disruptor does it, by release and acquire. First result: the work was seen; second: the owner still is to park.
 */
final class WakeupStress {
    private static final VarHandle WORK;

    static {
        try {
            WORK = MethodHandles.lookup().findVarHandle(Desk.class, "work", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private WakeupStress() {}

    static class Desk {
        final Wakeup wakeup = new Wakeup();
        boolean work;

        boolean hasWork() {
            return (boolean) WORK.getAcquire(this);
        }

        void bringWork() {
            WORK.setRelease(this, true);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "false, true", expect = FORBIDDEN, desc = "parks although there was work before the wake")
    @Outcome(expect = ACCEPTABLE, desc = "one sees the other")
    public static class Waits extends Desk {
        @Actor
        public void owner(ZZ_Result result) {
            wakeup.prepare();
            result.r1 = hasWork();
        }

        @Actor
        public void other() {
            bringWork();
            wakeup.wake();
        }

        @Arbiter
        public void after(ZZ_Result result) {
            result.r2 = WakeupProbe.isParked(wakeup);
        }
    }

    @JCStressTest
    @State
    @Outcome(
            id = "false, true",
            expect = FORBIDDEN,
            desc = "the end of the first wait swallowed the wake of the second")
    @Outcome(expect = ACCEPTABLE, desc = "one sees the other")
    public static class WaitsAgain extends Desk {
        @Actor
        public void owner(ZZ_Result result) {
            wakeup.prepare();
            wakeup.park(0);
            wakeup.prepare();
            result.r1 = hasWork();
        }

        @Actor
        public void other() {
            bringWork();
            wakeup.wake();
        }

        @Arbiter
        public void after(ZZ_Result result) {
            result.r2 = WakeupProbe.isParked(wakeup);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "false, true", expect = FORBIDDEN, desc = "a wake that spares brief waits missed a long one")
    @Outcome(expect = ACCEPTABLE, desc = "one sees the other")
    public static class WaitsAfterABriefWait extends Desk {
        @Actor
        public void owner(ZZ_Result result) {
            wakeup.prepareBriefly();
            wakeup.park(0);
            wakeup.prepare();
            result.r1 = hasWork();
        }

        @Actor
        public void other() {
            bringWork();
            wakeup.wakeUnlessBrief();
        }

        @Arbiter
        public void after(ZZ_Result result) {
            result.r2 = WakeupProbe.isParked(wakeup);
        }
    }

    @JCStressTest
    @State
    @Outcome(id = "false, true", expect = FORBIDDEN, desc = "an urgent wake missed a brief wait")
    @Outcome(expect = ACCEPTABLE, desc = "one sees the other")
    public static class WaitsBrieflyForUrgentWork extends Desk {
        @Actor
        public void owner(ZZ_Result result) {
            wakeup.prepareBriefly();
            result.r1 = hasWork();
        }

        @Actor
        public void other() {
            bringWork();
            wakeup.wake();
        }

        @Arbiter
        public void after(ZZ_Result result) {
            result.r2 = WakeupProbe.isParked(wakeup);
        }
    }
}
