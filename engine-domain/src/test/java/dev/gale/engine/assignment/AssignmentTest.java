package dev.gale.engine.assignment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gale.engine.assignment.AssignmentDiff.Move;
import dev.gale.engine.cluster.WorkerSlot;
import dev.gale.engine.schedule.SpreadOverSlots;
import dev.gale.engine.task.ComponentTasks;
import dev.gale.engine.task.ExecutorId;
import dev.gale.engine.task.TaskId;
import dev.gale.engine.task.TaskLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AssignmentTest {
    private static final WorkerSlot A = new WorkerSlot("a", 6700);
    private static final WorkerSlot B = new WorkerSlot("b", 6700);
    private static final WorkerSlot B2 = new WorkerSlot("b", 6701);

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 50);
    }

    @Test
    void tellsWhereExecutorsAndTasksRun() {
        Assignment assignment = at(3, Map.of(executor(3, 4), B, executor(1, 2), A, executor(5, 5), B));

        assertThat(assignment.slotOf(executor(1, 2))).contains(A);
        assertThat(assignment.slotOf(new TaskId(4))).contains(B);
        assertThat(assignment.slotOf(new TaskId(6))).isEmpty();
        assertThat(assignment.slotOf(executor(1, 1))).isEmpty();
        assertThat(assignment.executorsOn(B)).containsExactly(executor(3, 4), executor(5, 5));
        assertThat(assignment.executorsOn(B2)).isEmpty();
        assertThat(assignment.slots()).containsExactly(A, B);
        assertThat(List.copyOf(assignment.executors().keySet())).isSorted();
    }

    @Test
    void noTaskRunsTwice() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> at(7, Map.of(executor(1, 3), A, executor(3, 4), B)))
                .withMessageContaining("task 3")
                .withMessageContaining("Version 7");
    }

    @Test
    void anAssignmentIsAValue() {
        Map<ExecutorId, WorkerSlot> executors = new HashMap<>(Map.of(executor(1, 2), A));
        Assignment assignment = at(1, executors);
        executors.clear();

        assertThat(assignment).isEqualTo(at(1, Map.of(executor(1, 2), A)));
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> assignment.executors().clear());
    }

    @Test
    void theDifferenceNamesWhatWasAddedRemovedAndMoved() {
        Assignment before = at(1, Map.of(executor(1, 2), A, executor(3, 4), A, executor(5, 6), B));
        Assignment after = at(2, Map.of(executor(1, 1), A, executor(2, 2), B2, executor(3, 4), B2, executor(5, 6), B));

        AssignmentDiff diff = AssignmentDiff.between(before, after);

        assertThat(diff.added()).isEqualTo(Map.of(executor(1, 1), A, executor(2, 2), B2));
        assertThat(diff.removed()).isEqualTo(Map.of(executor(1, 2), A));
        assertThat(diff.moved()).isEqualTo(Map.of(executor(3, 4), new Move(A, B2)));
        assertThat(diff.changedSlots()).containsExactly(A, B2);
    }

    @Test
    void aSlotKeepsItsGenerationAsLongAsItKeepsItsExecutors() {
        Assignment first = Assignment.none().next(Map.of(executor(1, 2), A, executor(3, 4), B, executor(5, 6), B2));
        Assignment second = first.next(Map.of(executor(1, 2), A, executor(3, 4), B2, executor(5, 6), B2));
        Assignment third = second.next(Map.of(executor(1, 2), A, executor(3, 4), B, executor(5, 6), B2));

        assertThat(first.generations()).isEqualTo(Map.of(A, 1L, B, 1L, B2, 1L));
        assertThat(second.generations()).isEqualTo(Map.of(A, 1L, B2, 2L));
        assertThat(third.generations()).isEqualTo(Map.of(A, 1L, B, 3L, B2, 3L));
        assertThat(third.generationOf(B)).contains(3L);
        assertThat(second.generationOf(B)).isEmpty();
    }

    @Test
    void aRenewedSlotHasTheSameExecutorsInANewGeneration() {
        Assignment first = Assignment.none().next(Map.of(executor(1, 2), A, executor(3, 4), B));

        Assignment renewed = first.renewed(B);

        assertThat(renewed.executors()).isEqualTo(first.executors());
        assertThat(renewed.generations()).isEqualTo(Map.of(A, 1L, B, 2L));
    }

    @Test
    void generationsBelongToTheSlotsThatAreUsed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Assignment(
                        2, new TreeMap<>(Map.of(executor(1, 2), A)), new TreeMap<>(Map.of(A, 1L, B, 1L))));
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        new Assignment(2, new TreeMap<>(Map.of(executor(1, 2), A)), new TreeMap<>(Map.of(A, 3L))));
    }

    @Test
    void anotherVersionAloneIsNoDifference() {
        AssignmentDiff diff =
                AssignmentDiff.between(at(1, Map.of(executor(1, 2), A)), at(2, Map.of(executor(1, 2), A)));

        assertThat(diff.isEmpty()).isTrue();
        assertThat(diff.changedSlots()).isEmpty();
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void theDifferenceLeadsFromTheOldToTheNew(long seed) {
        Random random = new Random(seed);
        List<WorkerSlot> slots = slots(1 + random.nextInt(5));
        Assignment before = random(random, slots);
        Assignment after = random(random, slots);
        AssignmentDiff diff = AssignmentDiff.between(before, after);

        Map<ExecutorId, WorkerSlot> applied = new HashMap<>(before.executors());
        diff.removed()
                .forEach(
                        (executor, slot) -> assertThat(applied.remove(executor)).isEqualTo(slot));
        diff.moved()
                .forEach((executor, move) ->
                        assertThat(applied.put(executor, move.to())).isEqualTo(move.from()));
        diff.added()
                .forEach((executor, slot) ->
                        assertThat(applied.put(executor, slot)).isNull());
        assertThat(applied).isEqualTo(after.executors());
        for (WorkerSlot slot : slots) {
            assertThat(diff.changedSlots().contains(slot))
                    .isEqualTo(!before.executorsOn(slot).equals(after.executorsOn(slot)));
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void executorsAreSpreadEvenlyAndThoseOfAComponentApart(long seed) {
        Random random = new Random(seed);
        TaskLayout layout = layout(random);
        List<WorkerSlot> slots = slots(1 + random.nextInt(9));

        Assignment assignment = at(1, SpreadOverSlots.plan(layout, slots));

        assertThat(assignment.executors()).containsOnlyKeys(layout.executors());
        List<Integer> used =
                slots.stream().map(slot -> assignment.executorsOn(slot).size()).toList();
        assertThat(Collections.max(used) - Collections.min(used)).isLessThanOrEqualTo(1);
        for (ComponentTasks component : layout.components()) {
            Set<WorkerSlot> of = new HashSet<>();
            layout.executorsOf(component.component())
                    .forEach(executor -> of.add(assignment.executors().get(executor)));
            assertThat(of).hasSize(Math.min(component.executors(), slots.size()));
        }
    }

    @Test
    void thereMustBeSlotsAndEachOnce() {
        TaskLayout layout = layout(new Random(1));

        assertThatIllegalArgumentException().isThrownBy(() -> SpreadOverSlots.plan(layout, List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> SpreadOverSlots.plan(layout, List.of(A, B, A)));
        assertThatIllegalArgumentException().isThrownBy(() -> new WorkerSlot("", 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new WorkerSlot("a", 65_536));
    }

    private static Assignment random(Random random, List<WorkerSlot> slots) {
        Map<ExecutorId, WorkerSlot> executors = new HashMap<>();
        int task = 1;
        while (task < 40) {
            int last = task + random.nextInt(3);
            if (random.nextInt(4) > 0) {
                executors.put(executor(task, last), slots.get(random.nextInt(slots.size())));
            }
            task = last + 1;
        }
        return at(1 + random.nextInt(100), executors);
    }

    private static TaskLayout layout(Random random) {
        List<ComponentTasks> components = new ArrayList<>();
        int next = 1;
        int count = 1 + random.nextInt(6);
        for (int i = 0; i < count; i++) {
            int tasks = 1 + random.nextInt(12);
            components.add(new ComponentTasks("c" + i, new TaskId(next), tasks, 1 + random.nextInt(tasks)));
            next += tasks;
        }
        return TaskLayout.of(components);
    }

    private static List<WorkerSlot> slots(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new WorkerSlot("host", 6700 + i))
                .toList();
    }

    private static ExecutorId executor(int first, int last) {
        return new ExecutorId("count", new TaskId(first), new TaskId(last));
    }

    private static Assignment at(long version, Map<ExecutorId, WorkerSlot> executors) {
        Map<WorkerSlot, Long> generations = new TreeMap<>();
        executors.values().forEach(slot -> generations.put(slot, version));
        return new Assignment(version, new TreeMap<>(executors), new TreeMap<>(generations));
    }
}
