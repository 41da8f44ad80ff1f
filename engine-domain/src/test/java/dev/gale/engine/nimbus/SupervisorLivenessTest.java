package dev.gale.engine.nimbus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.engine.cluster.SupervisorId;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class SupervisorLivenessTest {
    private static final long TIMEOUT = 60;
    private static final SupervisorId A = new SupervisorId("a");
    private static final SupervisorId B = new SupervisorId("b");
    private static final SupervisorId C = new SupervisorId("c");

    private final SupervisorLiveness liveness = new SupervisorLiveness(new NimbusTimings(1, 1, TIMEOUT, 1, 1));
    private final Set<SupervisorId> registered = new TreeSet<>(List.of(A, B, C));
    private long updates;

    private void update(long now, SupervisorId... supervisors) {
        for (SupervisorId supervisor : supervisors) {
            liveness.updated(supervisor, ++updates, now);
        }
    }

    private SortedSet<SupervisorId> silent(long now) {
        return liveness.silent(registered, now);
    }

    @Test
    void oneIsSilentOnceItsRecordHasNotMovedForTheTimeoutAndUntilItMoves() {
        update(0, A, B, C);
        update(TIMEOUT - 1, B, C);
        assertThat(silent(TIMEOUT - 1)).isEmpty();
        assertThat(silent(TIMEOUT)).containsExactly(A);
        update(TIMEOUT + 1, A);
        assertThat(silent(TIMEOUT + 1)).isEmpty();
    }

    @Test
    void theSameRecordToldAgainIsNoSignOfLife() {
        liveness.updated(A, 7, 0);
        update(30, B, C);
        liveness.updated(A, 7, 30);

        assertThat(silent(TIMEOUT)).containsExactly(A);
        liveness.updated(A, 1, TIMEOUT);
        assertThat(silent(TIMEOUT)).as("another process begins to count anew").isEmpty();
    }

    @Test
    void whoRegistersAnewIsMeasuredAnew() {
        update(0, A, B, C);
        liveness.updated(A, 7, 0);
        registered.remove(A);
        assertThat(silent(10)).isEmpty();
        registered.add(A);
        liveness.updated(A, 7, 50);
        update(50, B, C);

        assertThat(silent(TIMEOUT)).isEmpty();
        update(49 + TIMEOUT, B, C);
        assertThat(silent(50 + TIMEOUT)).containsExactly(A);
    }

    @Test
    void whenMostAreSilentAtOnceTheyAreLookedAtAgainATimeoutLater() {
        update(0, A, B, C);
        update(TIMEOUT, C);
        assertThat(silent(TIMEOUT)).isEmpty();
        update(2 * TIMEOUT - 1, C);
        assertThat(silent(2 * TIMEOUT - 1)).isEmpty();
        assertThat(silent(2 * TIMEOUT)).containsExactly(A, B);
    }

    @Test
    void whoIsSilentAlreadyStaysSoWhenASecondFollows() {
        update(0, A, B, C);
        update(TIMEOUT, B, C);
        assertThat(silent(TIMEOUT)).containsExactly(A);
        update(2 * TIMEOUT, C);
        assertThat(silent(2 * TIMEOUT)).containsExactly(A);
        update(3 * TIMEOUT, C);
        assertThat(silent(3 * TIMEOUT)).containsExactly(A, B);
    }

    @Test
    void whoWasCutOffForgivesAllSilence() {
        update(0, A, B, C);
        liveness.restart(1_000);
        update(1_000, B, C);
        assertThat(silent(1_000 + TIMEOUT - 1)).isEmpty();
        update(1_000 + TIMEOUT, B, C);
        assertThat(silent(1_000 + TIMEOUT)).containsExactly(A);
    }
}
