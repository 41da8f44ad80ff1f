package dev.gale.engine.nimbus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.engine.assignment.Assignment;
import dev.gale.engine.cluster.WorkerSlot;
import dev.gale.engine.task.ExecutorId;
import dev.gale.engine.task.TaskId;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private static final WorkerSlot A = new WorkerSlot("s1", 6700);
    private static final WorkerSlot B = new WorkerSlot("s2", 6700);

    private final Assignment assignment = Assignment.none().next(Map.of(executor(1), A, executor(2), B));
    private final Progress progress = new Progress();

    private static ExecutorId executor(int task) {
        return new ExecutorId("c", new TaskId(task), new TaskId(task));
    }

    private static WorkerBeatView beat(
            long sequence, boolean active, long pending, boolean finished, boolean quiet, long sent, long received) {
        return new WorkerBeatView(1, "life", sequence, true, active, pending, finished, quiet, sent, received);
    }

    @Test
    void isDrainedWhenNoSpoutIsAskedAndNothingIsPendingInTwoRounds() {
        progress.beat(A, beat(1, false, 0, false, true, 0, 0));
        assertThat(progress.isDrained(assignment))
                .as("nothing is known of the other")
                .isFalse();
        progress.beat(B, beat(1, true, 0, false, true, 0, 0));
        assertThat(progress.isDrained(assignment)).isFalse();
        progress.beat(B, beat(2, false, 3, false, true, 0, 0));
        assertThat(progress.isDrained(assignment)).isFalse();
        progress.beat(B, beat(3, false, 0, false, true, 0, 0));
        assertThat(progress.isDrained(assignment)).as("one round").isFalse();
        progress.beat(A, beat(2, false, 0, false, true, 0, 0));
        progress.beat(B, beat(4, false, 0, false, true, 0, 0));
        assertThat(progress.isDrained(assignment)).isTrue();
        assertThat(progress.isDrained(Assignment.none())).isFalse();
    }

    /** Tuples without a message id, or without ackers, are never pending. */
    @Test
    void isNotDrainedWhileUntrackedTuplesWait() {
        for (int round = 1; round <= 3; round++) {
            progress.beat(A, beat(round, false, 0, false, true, 7, 0));
            progress.beat(B, beat(round, false, 0, false, false, 0, 7));
            assertThat(progress.isDrained(assignment)).as("they wait in B").isFalse();
        }
        for (int round = 4; round <= 6; round++) {
            progress.beat(A, beat(round, false, 0, false, true, 8, 0));
            progress.beat(B, beat(round, false, 0, false, true, 0, 7));
            assertThat(progress.isDrained(assignment)).as("one is between").isFalse();
        }
        for (int round = 7; round <= 8; round++) {
            progress.beat(A, beat(round, false, 0, false, true, 8, 0));
            progress.beat(B, beat(round, false, 0, false, true, 0, 8));
            assertThat(progress.isDrained(assignment)).isEqualTo(round == 8);
        }
    }

    @Test
    void isFinishedWhenTwoRoundsOfBeatsAgreeThatNothingIsBetween() {
        progress.beat(A, beat(1, true, 0, true, true, 7, 5));
        progress.beat(B, beat(1, true, 0, true, true, 5, 7));
        assertThat(progress.isFinished(assignment)).as("one round").isFalse();
        progress.beat(A, beat(2, true, 0, true, true, 7, 5));
        assertThat(progress.isFinished(assignment)).as("half a round more").isFalse();
        progress.beat(B, beat(2, true, 0, true, true, 5, 7));
        assertThat(progress.isFinished(assignment)).isTrue();
    }

    @Test
    void isNotFinishedWhileFramesAreBetweenOrMove() {
        progress.beat(A, beat(1, true, 0, true, true, 7, 5));
        progress.beat(B, beat(1, true, 0, true, true, 5, 6));
        assertThat(progress.isFinished(assignment)).isFalse();
        progress.beat(B, beat(2, true, 0, true, true, 5, 7));
        assertThat(progress.isFinished(assignment)).isFalse();
        progress.beat(A, beat(2, true, 0, true, true, 8, 5));
        progress.beat(B, beat(3, true, 0, true, true, 5, 8));
        assertThat(progress.isFinished(assignment))
                .as("something was sent meanwhile")
                .isFalse();
    }

    @Test
    void aBeatOfAnotherGenerationCountsForNothing() {
        Assignment next = assignment.renewed(B);
        for (int round = 1; round <= 2; round++) {
            progress.beat(A, beat(round, false, 0, false, true, 0, 0));
            progress.beat(B, beat(round, false, 0, false, true, 0, 0));
            assertThat(progress.isDrained(next)).isFalse();
            assertThat(progress.isDrained(assignment)).as("one round").isFalse();
        }
        progress.beat(A, beat(3, false, 0, false, true, 0, 0));
        progress.beat(B, beat(3, false, 0, false, true, 0, 0));

        assertThat(progress.isDrained(assignment)).isTrue();
        assertThat(progress.isPrepared(next)).isFalse();
    }
}
