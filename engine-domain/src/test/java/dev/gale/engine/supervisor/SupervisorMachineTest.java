package dev.gale.engine.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.engine.supervisor.SupervisorCommand.DeleteCode;
import dev.gale.engine.supervisor.SupervisorCommand.FetchCode;
import dev.gale.engine.supervisor.SupervisorCommand.Kill;
import dev.gale.engine.supervisor.SupervisorCommand.Launch;
import dev.gale.engine.supervisor.SupervisorCommand.Terminate;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SupervisorMachineTest {
    private static final SupervisorTimings TIMINGS = new SupervisorTimings(100, 30, 20, 10, 65, 500, 5);
    private static final SlotAssignment WORDS = new SlotAssignment("words", 1, List.of(), "d1");
    private static final WorkerProcess FIRST = new WorkerProcess(11, 1_000, "first");

    private final SupervisorMachine machine = new SupervisorMachine(List.of(1, 2), TIMINGS);

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 300);
    }

    @Test
    void fetchesTheCodeOnceForAllSlotsAndStartsThem() {
        machine.assigned(Map.of(1, WORDS, 2, WORDS), 0);
        assertThat(machine.poll(0)).containsExactly(new FetchCode("words", "d1", "a slot needs it"));
        assertThat(machine.poll(1)).isEmpty();

        machine.codeReady("words", "d1", 2);
        assertThat(machine.poll(2)).hasOnlyElementsOfType(Launch.class).hasSize(2);
    }

    @Test
    void fetchesAgainAfterAPauseWhenItFailed() {
        machine.assigned(Map.of(1, WORDS), 0);
        machine.poll(0);
        machine.codeFailed("words", "d1", 1);

        assertThat(machine.poll(5)).isEmpty();
        assertThat(machine.poll(6)).hasOnlyElementsOfType(FetchCode.class).hasSize(1);
    }

    /** O-62 */
    @Test
    void fetchesAgainWhatWasLost() {
        machine.foundCode("words", "d1", 0);
        machine.assigned(Map.of(1, WORDS), 0);
        assertThat(machine.poll(0)).hasOnlyElementsOfType(Launch.class);
        machine.codeLost("words");
        machine.launchFailed(1, "no code", 1);

        assertThat(machine.poll(11)).hasOnlyElementsOfType(FetchCode.class).hasSize(1);
    }

    /** Of several launches that find the code missing, the later ones are told of while it is fetched already. */
    @Test
    void doesNotFetchASecondTimeWhatIsOnItsWay() {
        machine.foundCode("words", "d1", 0);
        machine.assigned(Map.of(1, WORDS, 2, WORDS), 0);
        machine.poll(0);
        machine.codeLost("words");
        machine.launchFailed(1, "no code", 1);
        assertThat(machine.poll(11)).hasOnlyElementsOfType(FetchCode.class).hasSize(1);

        machine.codeLost("words");
        machine.launchFailed(2, "no code", 12);
        assertThat(machine.poll(30)).isEmpty();
    }

    @Test
    void deletesCodeOnlyWhenNoSlotUsesItAnyMore() {
        machine.foundCode("words", "d1", 0);
        machine.foundCode("old", "d2", 0);
        machine.found(1, FIRST, WORDS, 0);
        assertThat(machine.poll(0)).containsExactly(new DeleteCode("old", "no slot uses it"));

        machine.assigned(Map.of(), 1);
        assertThat(machine.poll(1)).hasOnlyElementsOfType(Terminate.class).hasSize(1);
        machine.exited(1, FIRST, "how", 2);
        assertThat(machine.poll(2)).contains(new DeleteCode("words", "no slot uses it"));
    }

    @Test
    void killsAWorkerOnAPortThatItHasNotAnyMore() {
        machine.found(3, FIRST, WORDS, 0);

        assertThat(machine.poll(0)).hasOnlyElementsOfType(Kill.class).hasSize(1);
        machine.exited(3, FIRST, "how", 1);
        assertThat(machine.processes()).isEmpty();
    }

    @Test
    void ignoresWhatIsAssignedToPortsThatItDoesNotHave() {
        machine.foundCode("words", "d1", 0);
        machine.assigned(Map.of(7, WORDS), 0);

        assertThat(machine.poll(0)).hasOnlyElementsOfType(DeleteCode.class);
        assertThat(machine.report()).containsOnlyKeys(1, 2);
    }

    /** What is checked after each event is in {@link RandomHost}. */
    @ParameterizedTest
    @MethodSource("seeds")
    void keepsItsPromisesWhateverHappens(long seed) {
        RandomHost host = new RandomHost(seed, TIMINGS);
        for (int step = 0; step < 500; step++) {
            host.step();
        }
        host.settle();
    }
}
