package dev.gale.engine.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.engine.supervisor.SupervisorCommand.CleanUp;
import dev.gale.engine.supervisor.SupervisorCommand.Kill;
import dev.gale.engine.supervisor.SupervisorCommand.Launch;
import dev.gale.engine.supervisor.SupervisorCommand.Terminate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Times here are in nanoseconds and small. */
class SlotMachineTest {
    private static final int START = 100;
    private static final int TIMEOUT = 30;
    private static final int GRACE = 20;
    private static final int FIRST_BACK_OFF = 10;
    private static final int LONGEST_BACK_OFF = 65;
    private static final int GOOD_RUN = 500;
    private static final int RETRY = 5;
    private static final SlotAssignment WORDS = new SlotAssignment("words", 1, List.of(), "d1");
    private static final SlotAssignment WORDS_AGAIN = new SlotAssignment("words", 2, List.of(), "d1");
    private static final WorkerProcess FIRST = new WorkerProcess(11, 1_000, "first");
    private static final WorkerProcess SECOND = new WorkerProcess(12, 2_000, "second");

    private final List<SupervisorCommand> commands = new ArrayList<>();
    private boolean codeIsHere = true;
    private long now;
    private final SlotMachine slot = new SlotMachine(
            6700,
            new SupervisorTimings(START, TIMEOUT, GRACE, FIRST_BACK_OFF, LONGEST_BACK_OFF, GOOD_RUN, RETRY),
            assignment -> codeIsHere,
            commands::add);

    @Test
    void startsAtOnceWhenTheCodeIsHere() {
        want(WORDS);

        assertThat(slot.state()).isEqualTo(SlotState.STARTING);
        assertThat(taken()).containsExactly(new Launch(6700, WORDS, "it is assigned"));
    }

    @Test
    void waitsForTheCode() {
        codeIsHere = false;
        want(WORDS);
        pollAt(1);
        assertThat(slot.state()).isEqualTo(SlotState.AWAITING_CODE);
        assertThat(taken()).isEmpty();

        codeIsHere = true;
        pollAt(2);
        assertThat(slot.state()).isEqualTo(SlotState.STARTING);
        assertThat(taken()).hasOnlyElementsOfType(Launch.class).hasSize(1);
    }

    @Test
    void doesNotWaitAnyLongerForWhatIsNotWanted() {
        codeIsHere = false;
        want(WORDS);
        wantNothing();

        assertThat(slot.state()).isEqualTo(SlotState.EMPTY);
        codeIsHere = true;
        pollAt(1);
        assertThat(taken()).isEmpty();
    }

    @Test
    void runsFromTheFirstHeartbeatOfItsOwnIncarnation() {
        start(WORDS, FIRST);
        slot.heartbeat("another", 1, now);
        assertThat(slot.state()).isEqualTo(SlotState.STARTING);

        slot.heartbeat("first", 1, now);
        assertThat(slot.state()).isEqualTo(SlotState.RUNNING);
        assertThat(slot.process()).contains(FIRST);
    }

    @Test
    void asksForNoSecondLaunchHoweverLongTheFirstTakes() {
        want(WORDS);
        taken();
        for (int i = 1; i < 20; i++) {
            pollAt(i * START);
        }

        assertThat(slot.state()).isEqualTo(SlotState.STARTING);
        assertThat(taken()).isEmpty();
    }

    @Test
    void killsAWorkerThatDoesNotBeatSoonAfterItsStart() {
        start(WORDS, FIRST);
        pollAt(START - 1);
        assertThat(taken()).isEmpty();

        pollAt(START);
        assertThat(slot.state()).isEqualTo(SlotState.KILLING);
        assertThat(taken()).singleElement().isInstanceOf(Kill.class);
        assertThat(slot.trouble()).contains("no heartbeat within");
    }

    @Test
    void killsAWorkerWhoseHeartbeatStandsStill() {
        run(WORDS, FIRST);
        now += TIMEOUT - 1;
        slot.heartbeat("first", 2, now);
        now += TIMEOUT - 1;
        slot.heartbeat("first", 2, now);
        slot.poll(now);
        assertThat(taken()).isEmpty();

        now += 1;
        slot.heartbeat("first", 2, now);
        slot.poll(now);
        assertThat(taken()).singleElement().isInstanceOf(Kill.class);
        assertThat(slot.trouble()).contains("no heartbeat for");
    }

    @Test
    void killsAgainUntilItIsGone() {
        run(WORDS, FIRST);
        pollAt(now + TIMEOUT);
        pollAt(now + RETRY - 1);
        assertThat(taken()).hasSize(1);
        pollAt(now + RETRY);
        pollAt(now + RETRY);
        assertThat(taken()).hasOnlyElementsOfType(Kill.class).hasSize(2);

        exit(FIRST);
        pollAt(now + RETRY);
        assertThat(taken()).hasOnlyElementsOfType(CleanUp.class).hasSize(1);
    }

    @Test
    void asksAnUnwantedWorkerToEndAndKillsItAfterItsGrace() {
        run(WORDS, FIRST);
        wantNothing();
        assertThat(slot.state()).isEqualTo(SlotState.STOPPING);
        assertThat(taken()).singleElement().isInstanceOf(Terminate.class);

        pollAt(now + GRACE - 1);
        assertThat(taken()).isEmpty();
        pollAt(now + 1);
        assertThat(slot.state()).isEqualTo(SlotState.KILLING);
        assertThat(taken()).singleElement().isInstanceOf(Kill.class);

        exit(FIRST);
        assertThat(slot.state()).isEqualTo(SlotState.EMPTY);
        assertThat(slot.failures()).isZero();
    }

    @Test
    void anotherGenerationIsAnotherWorkerAndStartsAfterTheFirstHasEnded() {
        run(WORDS, FIRST);
        want(WORDS_AGAIN);
        assertThat(taken()).singleElement().isInstanceOf(Terminate.class);
        pollAt(now + 1);
        assertThat(taken()).isEmpty();

        exit(FIRST);
        assertThat(taken())
                .containsExactly(new CleanUp(6700, FIRST, "how"), new Launch(6700, WORDS_AGAIN, "it is assigned"));
    }

    @Test
    void otherExecutorsOfTheSameGenerationAreTheSameWorker() {
        run(WORDS, FIRST);
        want(new SlotAssignment("words", 1, List.of(), "d1"));

        assertThat(slot.state()).isEqualTo(SlotState.RUNNING);
        assertThat(taken()).isEmpty();
    }

    @Test
    void aWorkerThatIsNotWantedAnyMoreWhenItHasStartedIsAskedToEnd() {
        want(WORDS);
        wantNothing();
        assertThat(taken()).hasOnlyElementsOfType(Launch.class);
        pollAt(now + 2 * GRACE);
        assertThat(taken()).isEmpty();

        slot.launched(FIRST, now);
        assertThat(taken()).singleElement().isInstanceOf(Terminate.class);
        pollAt(now + GRACE);
        assertThat(taken()).singleElement().isInstanceOf(Kill.class);
    }

    @Test
    void aLaunchThatFailsAfterItIsNotWantedIsNoFailure() {
        want(WORDS);
        wantNothing();
        slot.launchFailed("no memory", now);

        assertThat(slot.state()).isEqualTo(SlotState.EMPTY);
        assertThat(slot.failures()).isZero();
    }

    @Test
    void waitsLongerAfterEachFailureUpToTheLongest() {
        want(WORDS);
        List<Long> waits = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            taken();
            slot.launchFailed("no memory", now);
            assertThat(slot.state()).isEqualTo(SlotState.BACKING_OFF);
            assertThat(slot.trouble()).contains("no memory");
            waits.add(untilTheNextLaunch());
        }

        assertThat(waits).containsExactly(10L, 20L, 40L, 65L, 65L, 65L);
        assertThat(slot.failures()).isEqualTo(6);
    }

    @Test
    void forgetsFailuresAfterAGoodRun() {
        fail(3);
        slot.launched(FIRST, now);
        for (int beat = 1; beat <= GOOD_RUN / 10; beat++) {
            now += 10;
            slot.heartbeat("first", beat, now);
        }
        assertThat(slot.failures()).isZero();
        assertThat(slot.trouble()).isEmpty();

        exit(FIRST);
        assertThat(slot.failures()).isEqualTo(1);
        assertThat(untilTheNextLaunch()).isEqualTo(FIRST_BACK_OFF);
    }

    /** Though nobody looked at its heartbeats any more since it had run that long. */
    @Test
    void anEndAfterAGoodRunIsTheFirstFailure() {
        fail(3);
        slot.launched(FIRST, now);
        slot.heartbeat("first", 1, now);
        now += GOOD_RUN;
        exit(FIRST);

        assertThat(slot.failures()).isEqualTo(1);
        assertThat(untilTheNextLaunch()).isEqualTo(FIRST_BACK_OFF);
    }

    @Test
    void aShortRunForgetsNothing() {
        fail(2);
        slot.launched(FIRST, now);
        slot.heartbeat("first", 1, now);
        now += 10;
        slot.heartbeat("first", 2, now);
        exit(FIRST);

        assertThat(slot.failures()).isEqualTo(3);
        assertThat(untilTheNextLaunch()).isEqualTo(40);
    }

    @Test
    void forgetsFailuresWhenItHasSomethingElseToRun() {
        fail(3);
        slot.launchFailed("no memory", now);
        taken();
        want(WORDS_AGAIN);

        assertThat(taken()).containsExactly(new Launch(6700, WORDS_AGAIN, "it is assigned"));
        assertThat(slot.failures()).isZero();
    }

    @Test
    void beingKilledForSilenceIsAFailure() {
        run(WORDS, FIRST);
        pollAt(now + TIMEOUT);
        exit(FIRST);

        assertThat(slot.state()).isEqualTo(SlotState.BACKING_OFF);
        assertThat(slot.trouble()).contains("no heartbeat for");
    }

    @Test
    void beingKilledForSilenceWhenNotWantedAnyMoreIsNone() {
        run(WORDS, FIRST);
        pollAt(now + TIMEOUT);
        wantNothing();
        exit(FIRST);

        assertThat(slot.state()).isEqualTo(SlotState.EMPTY);
    }

    @Test
    void anEndThatIsToldLateIsNotThatOfTheNextWorker() {
        start(WORDS, FIRST);
        exit(FIRST);
        untilTheNextLaunch();
        slot.launched(SECOND, now);
        taken();

        exit(FIRST);
        slot.heartbeat("first", 99, now);
        assertThat(slot.state()).isEqualTo(SlotState.STARTING);
        assertThat(slot.process()).contains(SECOND);
        assertThat(taken()).isEmpty();
    }

    @Test
    void anAdoptedWorkerGoesOnWhenItIsWanted() {
        slot.adopt(FIRST, WORDS, now);
        want(WORDS);
        slot.heartbeat("first", 812, now);
        pollAt(now + TIMEOUT - 1);

        assertThat(slot.state()).isEqualTo(SlotState.RUNNING);
        assertThat(taken()).isEmpty();
        pollAt(now + 1);
        assertThat(taken()).singleElement().isInstanceOf(Kill.class);
    }

    @Test
    void anAdoptedWorkerEndsWhenAnotherOrNoneIsWanted() {
        slot.adopt(FIRST, WORDS, now);
        want(WORDS_AGAIN);

        assertThat(taken()).singleElement().isInstanceOf(Terminate.class);
    }

    private void fail(int times) {
        want(WORDS);
        for (int i = 0; i < times; i++) {
            slot.launchFailed("no memory", now);
            untilTheNextLaunch();
        }
        taken();
    }

    private long untilTheNextLaunch() {
        taken();
        long since = now;
        while (slot.state() == SlotState.BACKING_OFF) {
            pollAt(now + 1);
            assertThat(now - since).isLessThanOrEqualTo(LONGEST_BACK_OFF);
        }
        assertThat(commands).hasOnlyElementsOfType(Launch.class).hasSize(1);
        return now - since;
    }

    private void start(SlotAssignment assignment, WorkerProcess process) {
        want(assignment);
        slot.launched(process, now);
        taken();
    }

    private void run(SlotAssignment assignment, WorkerProcess process) {
        start(assignment, process);
        slot.heartbeat(process.incarnation(), 1, now);
    }

    private void want(SlotAssignment assignment) {
        change("want", () -> slot.want(Optional.of(assignment), now));
    }

    private void wantNothing() {
        change("want nothing", () -> slot.want(Optional.empty(), now));
    }

    private void exit(WorkerProcess process) {
        change("exit", () -> slot.exited(process, "how", now));
    }

    private void pollAt(long nanos) {
        now = nanos;
        change("poll", () -> slot.poll(nanos));
    }

    private void change(String what, Runnable call) {
        SlotState before = slot.state();
        call.run();
        Transitions.check(before, slot.state(), what);
    }

    private List<SupervisorCommand> taken() {
        List<SupervisorCommand> all = List.copyOf(commands);
        commands.clear();
        return all;
    }
}
