package dev.gale.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.engine.task.ExecutorId;
import dev.gale.engine.task.TaskId;
import dev.gale.runtime.worker.StuckTasks.Progress;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class StuckTasksTest {
    private static final long LIMIT = 1_000_000_000;
    private static final long LOOK = 20_000_000;
    private static final ExecutorId ONE = new ExecutorId("one", new TaskId(1), new TaskId(1));
    private static final ExecutorId OTHER = new ExecutorId("other", new TaskId(2), new TaskId(3));

    private final StuckTasks stuck = new StuckTasks(Map.of(ONE, LIMIT, OTHER, 3 * LIMIT));
    private final Map<ExecutorId, Progress> progress = new TreeMap<>();

    /** Of a clock that starts anywhere, and overflows. */
    private long now = Long.MAX_VALUE - LIMIT / 2;

    /** What the last look found. */
    private List<ExecutorId> found = List.of();

    StuckTasksTest() {
        inACall(ONE, 1);
        inACall(OTHER, 1);
        look(0);
    }

    /** Inside user code, with so many steps completed before. */
    private void inACall(ExecutorId executor, long steps) {
        progress.put(executor, new Progress(executor, steps, 0, true));
    }

    private void waiting(ExecutorId executor, long steps) {
        progress.put(executor, new Progress(executor, steps, 0, false));
    }

    private void look(long afterNanos) {
        now += afterNanos;
        found = stuck.look(progress.values(), now);
    }

    /** Looks as often as is meant, for so long. */
    private void pass(long nanos) {
        long left = nanos;
        while (left > 0) {
            look(Math.min(left, LOOK));
            left -= LOOK;
        }
    }

    @Test
    void whoCompletesNoStepForTheLimitIsStuck() {
        pass(LIMIT - 1);
        assertThat(stuck.stuckNanos(ONE)).isZero();
        assertThat(found).isEmpty();

        look(1);
        assertThat(stuck.stuckNanos(ONE)).isEqualTo(LIMIT);
        assertThat(found).containsExactly(ONE);

        look(7);
        assertThat(stuck.stuckNanos(ONE)).isEqualTo(LIMIT + 7);
        assertThat(found).isEmpty();
    }

    @Test
    void afterASecondLimitItIsHopeless() {
        pass(2 * LIMIT - 1);
        assertThat(stuck.hopeless()).isEmpty();

        look(1);
        assertThat(stuck.hopeless()).containsExactly(ONE);
    }

    @Test
    void eachHasALimitOfItsOwn() {
        pass(3 * LIMIT - 1);
        assertThat(stuck.stuckNanos(OTHER)).isZero();
        assertThat(stuck.hopeless()).containsExactly(ONE);

        look(1);
        assertThat(stuck.stuckNanos(OTHER)).isEqualTo(3 * LIMIT);
        assertThat(found).containsExactly(OTHER);

        pass(3 * LIMIT);
        assertThat(stuck.hopeless()).containsExactly(ONE, OTHER);
    }

    @Test
    void whoIdlesIsNeverStuck() {
        waiting(ONE, 1);
        pass(10 * LIMIT);
        assertThat(stuck.stuckNanos(ONE)).isZero();
        assertThat(stuck.hopeless()).doesNotContain(ONE);
    }

    @Test
    void whoCompletesStepsIsNotStuckThoughItNeverWaits() {
        for (int step = 2; step < 12; step++) {
            pass(LIMIT - LOOK);
            inACall(ONE, step);
            look(LOOK);
            assertThat(stuck.stuckNanos(ONE)).isZero();
        }
        assertThat(stuck.hopeless()).doesNotContain(ONE);
    }

    /** Between two looks, which see it at work both times. */
    @Test
    void whoHasWaitedIsNotStuckThoughItCompletesNoStep() {
        for (int wait = 1; wait < 10; wait++) {
            pass(LIMIT - LOOK);
            progress.put(ONE, new Progress(ONE, 1, wait, true));
            look(LOOK);
            assertThat(stuck.stuckNanos(ONE)).isZero();
        }
        assertThat(stuck.hopeless()).doesNotContain(ONE);
    }

    @Test
    void aCompletedStepEndsIt() {
        pass(2 * LIMIT);
        assertThat(stuck.hopeless()).containsExactly(ONE);

        inACall(ONE, 2);
        look(LOOK);
        assertThat(stuck.stuckNanos(ONE)).isZero();
        assertThat(stuck.hopeless()).isEmpty();
    }

    @Test
    void whoRecoversHasTheWholeLimitAgainAndIsFoundAgain() {
        pass(LIMIT);
        inACall(ONE, 2);
        look(LOOK);
        pass(LIMIT - 1);
        assertThat(stuck.stuckNanos(ONE)).isZero();

        look(1);
        assertThat(found).containsExactly(ONE);
        assertThat(stuck.hopeless()).isEmpty();
    }

    @Test
    void theTimeBeforeAWaitDoesNotCount() {
        pass(LIMIT - LOOK);
        waiting(ONE, 1);
        look(LOOK);
        inACall(ONE, 1);
        look(LOOK);
        pass(LIMIT - 1);
        assertThat(stuck.stuckNanos(ONE)).isZero();

        look(1);
        assertThat(stuck.stuckNanos(ONE)).isEqualTo(LIMIT);
    }

    /** A pause of the process, as by a debugger: everybody stood still, and nobody shall end for it. */
    @Test
    void aPauseOfAllCountsLittle() {
        pass(LIMIT - StuckTasks.MOST_BETWEEN_LOOKS_NANOS - 1);
        look(100 * LIMIT);
        assertThat(stuck.stuckNanos(ONE)).isZero();

        look(1);
        assertThat(stuck.stuckNanos(ONE)).isEqualTo(LIMIT);
    }

    @Test
    void nobodyIsStuckBeforeTheFirstLook() {
        StuckTasks fresh = new StuckTasks(Map.of(ONE, LIMIT));
        assertThat(fresh.stuckNanos(ONE)).isZero();
        assertThat(fresh.hopeless()).isEmpty();

        assertThat(fresh.look(progress.values(), now)).isEmpty();
        assertThat(fresh.stuckNanos(ONE)).isZero();
    }

    @Test
    void theLongestLimitThatCanBeSetIsNotReached() {
        StuckTasks patient = new StuckTasks(Map.of(ONE, Integer.MAX_VALUE * 1_000_000_000L));
        for (int i = 0; i < 1_000; i++) {
            now += LIMIT;
            assertThat(patient.look(progress.values(), now)).isEmpty();
        }
        assertThat(patient.hopeless()).isEmpty();
    }
}
