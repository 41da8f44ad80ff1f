package dev.gale.engine.nimbus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.engine.assignment.Assignment;
import dev.gale.engine.cluster.SupervisorId;
import dev.gale.engine.cluster.SupervisorView;
import dev.gale.engine.cluster.WorkerSlot;
import dev.gale.engine.schedule.EvenScheduler;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A supervisor whose session goes on while its record stands still. */
class SilentSupervisorTest {
    private static final long TASK_TIMEOUT = 30;
    private static final long LAUNCH = 120;
    private static final long TIMEOUT = 60;
    private static final SupervisorId A = new SupervisorId("a");
    private static final SupervisorId B = new SupervisorId("b");
    private static final SupervisorId C = new SupervisorId("c");

    private final NimbusMachine machine = new NimbusMachine(
            new EvenScheduler(Map.of()), new NimbusTimings(TASK_TIMEOUT, LAUNCH, TIMEOUT, 1_000_000, 1_000_000));
    private long sequence;

    @BeforeEach
    void lead() {
        machine.elected(0);
        update(0, A, B, C);
        machine.synced();
    }

    @Test
    void getsNothingNew() {
        silence(A, TIMEOUT);
        machine.topology(Records.topology("words-1", 3), TIMEOUT);
        decide(TIMEOUT);

        assertThat(machine.isSilent(A)).isTrue();
        assertThat(assignment("words-1").slots())
                .hasSize(3)
                .noneMatch(slot -> slot.supervisor().equals(A));
        assertThat(machine.cluster().supervisors()).as("who has a session").containsKey(A);
    }

    @Test
    void keepsTheWorkersThatBeat() {
        Assignment before = running("words-1", 3);
        for (long now = 10; now <= 10 * TIMEOUT; now += 10) {
            update(now, B, C);
            beat("words-1", before, now, A, B, C);
            decide(now);
        }

        assertThat(machine.isSilent(A)).isTrue();
        assertThat(assignment("words-1")).isEqualTo(before);
        assertThat(machine.shortageOf("words-1")).isPresent();
    }

    /** Nobody would start them anew in place, so that nobody waits for that. */
    @Test
    void losesTheWorkersThatAreSilentToo() {
        Assignment before = running("words-1", 3);
        long now = 0;
        for (; now < TIMEOUT; now += 10) {
            update(now, B, C);
            beat("words-1", before, now, B, C);
            decide(now);
            assertThat(assignment("words-1")).isEqualTo(before);
        }
        update(now, B, C);
        beat("words-1", before, now, B, C);
        decide(now);

        assertThat(now).isLessThan(TASK_TIMEOUT + LAUNCH);
        assertThat(assignment("words-1").slots())
                .hasSize(3)
                .noneMatch(slot -> slot.supervisor().equals(A));
    }

    @Test
    void isUsedAgainOnceItsRecordMoves() {
        silence(A, TIMEOUT);
        machine.topology(Records.topology("words-1", 6), TIMEOUT);
        decide(TIMEOUT);
        assertThat(assignment("words-1").slots()).hasSize(4);
        update(TIMEOUT + 1, A);
        decide(TIMEOUT + 1);

        assertThat(machine.isSilent(A)).isFalse();
        assertThat(assignment("words-1").slots())
                .hasSize(6)
                .anyMatch(slot -> slot.supervisor().equals(A));
        assertThat(machine.shortageOf("words-1")).isEmpty();
    }

    @Test
    void isWaitedForByAFreshLeaderFromWhenThatSawItsRecordFirst() {
        silence(A, TIMEOUT);
        decide(TIMEOUT);
        assertThat(machine.isSilent(A)).isTrue();

        machine.deposed();
        assertThat(machine.isSilent(A)).isFalse();
        long elected = 10 * TIMEOUT;
        machine.elected(elected);
        machine.supervisor(view(A), 1, elected);
        update(elected, B, C);
        machine.synced();
        machine.topology(Records.topology("words-1", 6), elected);
        decide(elected);
        assertThat(assignment("words-1").slots())
                .anyMatch(slot -> slot.supervisor().equals(A));
        update(elected + TIMEOUT - 1, B, C);
        machine.poll(elected + TIMEOUT - 1);
        assertThat(machine.isSilent(A)).isFalse();
        machine.poll(elected + TIMEOUT);
        assertThat(machine.isSilent(A)).isTrue();
    }

    @Test
    void isForgivenWhenTheLeaderItselfWasCutOff() {
        machine.suspended();
        machine.resumed(5 * TIMEOUT);
        update(6 * TIMEOUT - 1, B, C);
        machine.poll(6 * TIMEOUT - 1);
        assertThat(machine.isSilent(A)).isFalse();
        machine.poll(6 * TIMEOUT);
        assertThat(machine.isSilent(A)).isTrue();
    }

    /** Others move, this one does not. */
    private void silence(SupervisorId supervisor, long until) {
        for (SupervisorId other : List.of(A, B, C)) {
            if (!other.equals(supervisor)) {
                update(until, other);
            }
        }
    }

    private void update(long now, SupervisorId... supervisors) {
        for (SupervisorId supervisor : supervisors) {
            machine.supervisor(view(supervisor), ++sequence, now);
        }
    }

    private static SupervisorView view(SupervisorId id) {
        return new SupervisorView(id, "host-" + id, List.of(6700, 6701));
    }

    private void beat(String topology, Assignment assignment, long now, SupervisorId... on) {
        assignment.generations().forEach((slot, generation) -> {
            if (List.of(on).contains(slot.supervisor())) {
                machine.beat(
                        topology,
                        slot,
                        new WorkerBeatView(generation, "life", ++sequence, true, true, 1, false, false, 0, 0),
                        now);
            }
        });
    }

    /** One worker on each supervisor, all of which beat. */
    private Assignment running(String topology, int workers) {
        machine.topology(Records.topology(topology, workers), 0);
        decide(0);
        Assignment assignment = assignment(topology);
        assertThat(assignment.slots()).extracting(WorkerSlot::supervisor).containsExactly(A, B, C);
        beat(topology, assignment, 0, A, B, C);
        return assignment;
    }

    private Assignment assignment(String topology) {
        return machine.assignmentOf(topology).orElseThrow();
    }

    /** All that is to be written is. */
    private void decide(long now) {
        machine.poll(now).forEach(command -> machine.accepted(command, now));
    }
}
