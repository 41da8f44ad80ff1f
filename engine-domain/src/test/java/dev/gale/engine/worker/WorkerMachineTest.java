package dev.gale.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.engine.assignment.Assignment;
import dev.gale.engine.cluster.WorkerSlot;
import dev.gale.engine.task.ExecutorId;
import dev.gale.engine.task.TaskId;
import dev.gale.engine.worker.WorkerCommand.Exit;
import dev.gale.engine.worker.WorkerCommand.SetActive;
import dev.gale.engine.worker.WorkerCommand.UsePeers;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WorkerMachineTest {
    private static final WorkerSlot SELF = new WorkerSlot("s1", 6700);
    private static final WorkerSlot A = new WorkerSlot("s2", 6700);
    private static final WorkerSlot B = new WorkerSlot("s3", 6700);
    private static final ExecutorId OWN = executor(1);
    private static final ExecutorId OTHER = executor(2);

    private final Assignment first = Assignment.none().next(Map.of(OWN, SELF, OTHER, A));
    private final WorkerMachine machine = new WorkerMachine(SELF, 1, Assignment.none());

    private static ExecutorId executor(int task) {
        return new ExecutorId("c", new TaskId(task), new TaskId(task));
    }

    private void running() {
        machine.assignment(Optional.of(first));
        machine.topology(true, true);
        machine.synced();
        machine.poll();
    }

    @Test
    void doesNothingBeforeItKnowsAll() {
        machine.assignment(Optional.of(first));
        assertThat(machine.poll()).isEmpty();
        machine.topology(true, true);
        machine.synced();

        assertThat(machine.poll()).containsExactly(new UsePeers(first), new SetActive(true));
        assertThat(machine.poll()).isEmpty();
    }

    @Test
    void goesOnWhenOnlyPeersMove() {
        running();
        Assignment moved = first.next(Map.of(OWN, SELF, OTHER, B));
        machine.assignment(Optional.of(moved));

        assertThat(machine.poll()).containsExactly(new UsePeers(moved));
    }

    /** STORM-3655: a worker whose slot has gone to another ends by itself, whether its supervisor is there or not. */
    @Test
    void endsWhenItsGenerationIsGone() {
        running();
        machine.assignment(Optional.of(first.renewed(SELF)));

        assertThat(machine.poll()).singleElement().isInstanceOfSatisfying(Exit.class, exit -> {
            assertThat(exit.reason())
                    .contains("s1:6700")
                    .contains("generation 2")
                    .contains("generation 1");
            assertThat(exit.drain()).isFalse();
        });
    }

    @Test
    void endsWhenItsSlotIsNotUsedAnyMore() {
        running();
        machine.assignment(Optional.of(first.next(Map.of(OWN, B, OTHER, A))));

        assertThat(machine.poll()).singleElement().isInstanceOf(Exit.class);
        machine.assignment(Optional.of(first));
        assertThat(machine.poll()).as("nothing comes after the end").isEmpty();
    }

    @Test
    void endsWhenItsTopologyIsGone() {
        running();
        machine.topology(false, false);

        assertThat(machine.poll()).singleElement().isInstanceOf(Exit.class);
    }

    @Test
    void followsActivation() {
        running();
        machine.topology(true, false);
        assertThat(machine.poll()).containsExactly(new SetActive(false));
        machine.topology(true, true);
        assertThat(machine.poll()).containsExactly(new SetActive(true));
    }

    /** A record that a newer version has written, or that is damaged, is no sign that the topology is gone. */
    @Test
    void goesOnWithRecordsThatItCannotRead() {
        WorkerMachine fresh = new WorkerMachine(SELF, 1, first);
        fresh.assignmentUnreadable();
        fresh.topologyUnreadable();
        fresh.synced();
        assertThat(fresh.poll()).isEmpty();

        fresh.topology(true, true);
        assertThat(fresh.poll()).containsExactly(new SetActive(true));
        fresh.assignmentUnreadable();
        fresh.topologyUnreadable();
        assertThat(fresh.poll()).isEmpty();
    }

    @Test
    void drainsWhenItIsAskedToEnd() {
        running();
        machine.terminate();
        machine.terminate();

        assertThat(machine.poll()).containsExactly(new Exit("it was asked to end", true));
        assertThat(machine.poll()).isEmpty();
    }
}
