package dev.gale.engine.supervisor;

import dev.gale.engine.supervisor.SupervisorCommand.CleanUp;
import dev.gale.engine.supervisor.SupervisorCommand.Kill;
import dev.gale.engine.supervisor.SupervisorCommand.Launch;
import dev.gale.engine.supervisor.SupervisorCommand.Terminate;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** One port of a supervisor, and the worker on it. The legal changes are on {@link SlotState}. Not thread-safe. */
final class SlotMachine {
    private final int port;
    private final SupervisorTimings timings;
    private final BackOff backOff;
    private final Predicate<SlotAssignment> hasCode;
    private final Consumer<SupervisorCommand> commands;

    private SlotState state = SlotState.EMPTY;
    private @Nullable SlotAssignment wanted;
    private @Nullable SlotAssignment current;
    private @Nullable WorkerProcess process;

    /** A launch was asked for and not answered yet. */
    private boolean launching;

    private long launchedNanos;
    private long changedNanos;
    private long aliveNanos;
    private long sequence;
    private long dueNanos;
    private String trouble = "";

    SlotMachine(
            int port,
            SupervisorTimings timings,
            Predicate<SlotAssignment> hasCode,
            Consumer<SupervisorCommand> commands) {
        this.port = port;
        this.timings = timings;
        this.hasCode = hasCode;
        this.commands = commands;
        backOff = new BackOff(timings);
    }

    SlotState state() {
        return state;
    }

    Optional<SlotAssignment> wanted() {
        return Optional.ofNullable(wanted);
    }

    Optional<SlotAssignment> current() {
        return Optional.ofNullable(current);
    }

    Optional<WorkerProcess> process() {
        return Optional.ofNullable(process);
    }

    int failures() {
        return backOff.failures();
    }

    /** What went wrong last; empty if nothing did since a worker ran well. */
    String trouble() {
        return trouble;
    }

    void want(Optional<SlotAssignment> next, long nowNanos) {
        SlotAssignment before = wanted;
        wanted = next.orElse(null);
        if (before != null && wanted != null && before.isSameWorkerAs(wanted)) {
            return;
        }
        backOff.reset();
        trouble = "";
        switch (state) {
            case EMPTY, AWAITING_CODE, BACKING_OFF -> rest(nowNanos);
            case STARTING, RUNNING -> {
                if (current == null || wanted == null || !current.isSameWorkerAs(wanted)) {
                    stop(
                            wanted == null ? "the slot has nothing to run" : "the slot has something else to run",
                            nowNanos);
                }
            }
            case STOPPING, KILLING -> {}
        }
    }

    /** A worker that an earlier supervisor has started, before anything is wanted. Whether it may go on is told then. */
    void adopt(WorkerProcess found, SlotAssignment running, long nowNanos) {
        process = found;
        current = running;
        wanted = running;
        launchedNanos = nowNanos;
        aliveNanos = nowNanos;
        sequence = 0;
        enter(SlotState.RUNNING, nowNanos);
    }

    void launched(WorkerProcess started, long nowNanos) {
        launching = false;
        process = started;
        launchedNanos = nowNanos;
        aliveNanos = nowNanos;
        sequence = 0;
        if (state == SlotState.STOPPING) {
            commands.accept(new Terminate(port, started, "it is not wanted any more"));
            changedNanos = nowNanos;
        }
    }

    void launchFailed(String reason, long nowNanos) {
        launching = false;
        if (state == SlotState.STOPPING) {
            current = null;
            rest(nowNanos);
        } else {
            fail("it could not be started: " + reason, 0, nowNanos);
        }
    }

    void heartbeat(String incarnation, long number, long nowNanos) {
        if (process == null || !process.incarnation().equals(incarnation) || number == sequence) {
            return;
        }
        sequence = number;
        aliveNanos = nowNanos;
        if (state == SlotState.STARTING) {
            enter(SlotState.RUNNING, nowNanos);
        } else if (state == SlotState.RUNNING && nowNanos - launchedNanos >= timings.goodRunNanos()) {
            backOff.reset();
            trouble = "";
        }
    }

    /** @param how for people, such as the exit code and the last lines of its output */
    void exited(WorkerProcess ended, String how, long nowNanos) {
        if (process == null || !process.equals(ended)) {
            return;
        }
        commands.accept(new CleanUp(port, ended, how));
        process = null;
        boolean unasked = state == SlotState.STARTING
                || state == SlotState.RUNNING
                || state == SlotState.KILLING && isStillWanted();
        if (unasked) {
            fail(state == SlotState.KILLING ? trouble : "it ended: " + how, nowNanos - launchedNanos, nowNanos);
        } else {
            current = null;
            rest(nowNanos);
        }
    }

    void poll(long nowNanos) {
        switch (state) {
            case AWAITING_CODE -> startIfReady(nowNanos);
            case BACKING_OFF -> {
                if (nowNanos - dueNanos >= 0) {
                    rest(nowNanos);
                }
            }
            case STARTING -> {
                if (!launching && nowNanos - launchedNanos >= timings.startNanos()) {
                    kill("no heartbeat within " + timings.startNanos() / 1_000_000 + " ms of its start", nowNanos);
                }
            }
            case RUNNING -> {
                if (nowNanos - aliveNanos >= timings.timeoutNanos()) {
                    kill("no heartbeat for " + (nowNanos - aliveNanos) / 1_000_000 + " ms", nowNanos);
                }
            }
            case STOPPING -> {
                if (!launching && nowNanos - changedNanos >= timings.graceNanos()) {
                    kill("it did not stop within its grace of " + timings.graceNanos() / 1_000_000 + " ms", nowNanos);
                }
            }
            case KILLING -> {
                if (nowNanos - changedNanos >= timings.retryNanos() && process != null) {
                    changedNanos = nowNanos;
                    commands.accept(new Kill(port, process, "it is still there"));
                }
            }
            case EMPTY -> {}
        }
    }

    private boolean isStillWanted() {
        return wanted != null && current != null && wanted.isSameWorkerAs(current);
    }

    /** Nothing runs: what is next? */
    private void rest(long nowNanos) {
        if (wanted == null) {
            enter(SlotState.EMPTY, nowNanos);
        } else {
            enter(SlotState.AWAITING_CODE, nowNanos);
            startIfReady(nowNanos);
        }
    }

    private void startIfReady(long nowNanos) {
        SlotAssignment next = wanted;
        if (next != null && hasCode.test(next)) {
            current = next;
            launching = true;
            launchedNanos = nowNanos;
            enter(SlotState.STARTING, nowNanos);
            commands.accept(new Launch(
                    port,
                    next,
                    backOff.failures() == 0 ? "it is assigned" : "again after failure " + backOff.failures()));
        }
    }

    private void fail(String reason, long ranNanos, long nowNanos) {
        trouble = reason;
        current = null;
        dueNanos = nowNanos + backOff.next(ranNanos);
        enter(SlotState.BACKING_OFF, nowNanos);
    }

    private void stop(String reason, long nowNanos) {
        enter(SlotState.STOPPING, nowNanos);
        if (process != null) {
            commands.accept(new Terminate(port, process, reason));
        }
    }

    private void kill(String reason, long nowNanos) {
        trouble = reason;
        enter(SlotState.KILLING, nowNanos);
        if (process != null) {
            commands.accept(new Kill(port, process, reason));
        }
    }

    private void enter(SlotState next, long nowNanos) {
        state = next;
        changedNanos = nowNanos;
    }
}
