package dev.gale.engine.nimbus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.engine.cluster.SupervisorId;
import dev.gale.engine.cluster.WorkerSlot;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class WorkerLivenessTest {
    private static final long TIMEOUT = 30;
    private static final long LAUNCH = 120;
    private static final WorkerKey A = worker("s1");
    private static final WorkerKey B = worker("s2");
    private static final WorkerKey C = worker("s3");
    private static final List<WorkerKey> ALL = List.of(A, B, C);

    private final WorkerLiveness liveness = new WorkerLiveness(new NimbusTimings(TIMEOUT, LAUNCH, 1, 1, 1));
    private final Set<SupervisorId> gone = new TreeSet<>();
    private long beats;

    private static WorkerKey worker(String supervisor) {
        return new WorkerKey("t", new WorkerSlot(supervisor, 6700), 1);
    }

    private Set<WorkerKey> givenUp(long now) {
        return liveness.givenUp(ALL, id -> !gone.contains(id), now);
    }

    private void beatAll(long now, WorkerKey... workers) {
        for (WorkerKey worker : workers) {
            liveness.beat(worker, ++beats, now);
        }
    }

    @Test
    void aWorkerThatNeverBeatHasTheTimeOfALaunch() {
        assertThat(givenUp(0)).isEmpty();
        beatAll(100, B, C);
        assertThat(givenUp(LAUNCH - 1)).isEmpty();
        beatAll(115, B, C);
        assertThat(givenUp(LAUNCH)).containsExactly(A);
    }

    @Test
    void aSilentWorkerIsLeftToItsSupervisorForAsLongAsALaunchTakes() {
        beatAll(0, A, B, C);
        for (long now = 10; now < TIMEOUT + LAUNCH; now += 10) {
            beatAll(now, B, C);
            assertThat(givenUp(now)).isEmpty();
        }
        beatAll(TIMEOUT + LAUNCH, B, C);
        assertThat(givenUp(TIMEOUT + LAUNCH)).containsExactly(A);
    }

    @Test
    void aSilentWorkerWhoseSupervisorIsGoneIsGivenUpAfterTheTimeout() {
        beatAll(0, A, B, C);
        gone.add(A.slot().supervisor());
        beatAll(TIMEOUT - 1, B, C);
        assertThat(givenUp(TIMEOUT - 1)).isEmpty();
        assertThat(givenUp(TIMEOUT)).containsExactly(A);
    }

    @Test
    void aWorkerThatBeatsIsKeptWhetherItsSupervisorIsThereOrNot() {
        gone.add(A.slot().supervisor());
        for (long now = 0; now < 1_000; now += 10) {
            beatAll(now, A, B, C);
            assertThat(givenUp(now)).isEmpty();
        }
    }

    @Test
    void whenMostGoSilentAtOnceItIsLookedAtAgainATimeoutLater() {
        beatAll(0, A, B, C);
        gone.addAll(List.of(A.slot().supervisor(), B.slot().supervisor()));
        beatAll(TIMEOUT, C);

        assertThat(givenUp(TIMEOUT)).isEmpty();
        beatAll(2 * TIMEOUT - 1, C);
        assertThat(givenUp(2 * TIMEOUT - 1)).isEmpty();
        assertThat(givenUp(2 * TIMEOUT)).containsExactly(A, B);
    }

    @Test
    void whenMostComeBackNothingIsHeldAgainstThem() {
        beatAll(0, A, B, C);
        gone.addAll(List.of(A.slot().supervisor(), B.slot().supervisor()));
        assertThat(givenUp(TIMEOUT)).isEmpty();
        beatAll(TIMEOUT + 5, A, B, C);

        assertThat(givenUp(2 * TIMEOUT)).isEmpty();
        assertThat(givenUp(2 * TIMEOUT + 5))
                .as("the second time of looking again")
                .isEmpty();
    }

    /** STORM-3984: a leader of a moment ago has not listened long enough to miss anybody. */
    @Test
    void whoWasCutOffForgivesAllSilence() {
        beatAll(0, A, B, C);
        gone.add(A.slot().supervisor());
        liveness.restart(1_000);
        beatAll(1_000, B, C);

        assertThat(givenUp(1_000 + TIMEOUT - 1)).isEmpty();
        beatAll(1_000 + TIMEOUT, B, C);
        assertThat(givenUp(1_000 + TIMEOUT)).containsExactly(A);
    }
}
