package dev.gale.engine.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.engine.supervisor.SupervisorCommand.CleanUp;
import dev.gale.engine.supervisor.SupervisorCommand.DeleteCode;
import dev.gale.engine.supervisor.SupervisorCommand.FetchCode;
import dev.gale.engine.supervisor.SupervisorCommand.Kill;
import dev.gale.engine.supervisor.SupervisorCommand.Launch;
import dev.gale.engine.supervisor.SupervisorCommand.Terminate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A host on which anything may happen, and which checks after each event: a port has one worker at most, started because it is wanted
 * and only when its code is here; what is not wanted is asked to end and then killed; who is silent too long is killed, and nobody
 * else; after a failure comes a wait that grows; code that is used is not deleted; states change legally.
 */
final class RandomHost {
    private static final List<Integer> PORTS = List.of(1, 2, 3);
    private static final List<String> TOPOLOGIES = List.of("a", "b", "c");

    private final Random random;
    private final long seed;
    private final SupervisorTimings timings;
    private final SupervisorMachine machine;
    private final SortedMap<Integer, SlotAssignment> wanted = new TreeMap<>();
    private final SortedMap<Integer, Launch> launching = new TreeMap<>();
    private final SortedMap<Integer, Worker> workers = new TreeMap<>();
    private final SortedSet<String> fetching = new TreeSet<>();
    private final SortedSet<String> code = new TreeSet<>();
    private final Map<Integer, Long> notBefore = new HashMap<>();
    private final List<WorkerProcess> ended = new ArrayList<>();
    private boolean kind;
    private long generation;
    private long pids = 100;
    private long now = 1_000;

    /** A process of this host. */
    private static final class Worker {
        final WorkerProcess process;
        final SlotAssignment assignment;
        final boolean deaf;
        boolean silent;
        boolean asked;
        boolean killed;
        long launchedNanos;
        long beatNanos;
        long beats;
        long unwantedNanos = -1;

        Worker(WorkerProcess process, SlotAssignment assignment, boolean deaf, long nowNanos) {
            this.process = process;
            this.assignment = assignment;
            this.deaf = deaf;
            launchedNanos = nowNanos;
            beatNanos = nowNanos;
        }
    }

    RandomHost(long seed, SupervisorTimings timings) {
        this.seed = seed;
        this.timings = timings;
        random = new Random(seed);
        machine = new SupervisorMachine(PORTS, timings);
    }

    void step() {
        int dice = random.nextInt(100);
        if (dice < 8) {
            change("assigned", this::assignAnew);
        } else if (dice < 40) {
            now += random.nextInt(15);
            change("time", () -> {});
        } else if (dice < 60) {
            change("beats", this::beat);
        } else if (dice < 75) {
            change("answer to a launch", this::answerLaunch);
        } else if (dice < 85) {
            change("answer to a fetch", this::answerFetch);
        } else if (dice < 93) {
            change("an end that was asked for", () -> endOne(true));
        } else if (dice < 97) {
            change("an end", () -> endOne(false));
        } else if (dice < 99) {
            workers.values().forEach(worker -> worker.silent |= random.nextInt(3) == 0);
        } else if (!ended.isEmpty()) {
            WorkerProcess old = ended.get(random.nextInt(ended.size()));
            int port = PORTS.get(random.nextInt(PORTS.size()));
            change("news of an old worker", () -> {
                machine.exited(port, old, "late", now);
                machine.heartbeat(port, old.incarnation(), random.nextInt(100), now);
            });
        }
    }

    /** Nothing goes wrong any more: in the end all that is wanted runs, and nothing else. */
    void settle() {
        kind = true;
        for (int i = 0; i < 300; i++) {
            now += 2;
            change("beats", this::beat);
            change("answer to a launch", this::answerLaunch);
            change("answer to a fetch", this::answerFetch);
            change("an end that was asked for", () -> endOne(true));
        }
        machine.report().forEach((port, report) -> {
            SlotAssignment wants = wanted.get(port);
            assertThat(report.state())
                    .as(told("the end"))
                    .isEqualTo(wants == null ? SlotState.EMPTY : SlotState.RUNNING);
            assertThat(report.assignment().orElse(null)).as(told("the end")).isEqualTo(wants);
        });
        assertThat(workers.keySet()).as(told("the end")).isEqualTo(wanted.keySet());
        assertThat(wanted.values().stream().map(SlotAssignment::topology).toList())
                .as(told("the end"))
                .containsAll(code);
    }

    private void change(String what, Runnable event) {
        SortedMap<Integer, SlotReport> before = machine.report();
        event.run();
        check(before, machine.report(), what);
        SortedMap<Integer, SlotReport> between = machine.report();
        List<SupervisorCommand> commands = machine.poll(now);
        commands.forEach(command -> carryOut(command, what));
        check(between, machine.report(), what);
        checkWorkers(what);
    }

    private void assignAnew() {
        for (int port : PORTS) {
            int dice = random.nextInt(10);
            if (dice < 2) {
                wanted.remove(port);
            } else if (dice < 5) {
                String topology = TOPOLOGIES.get(random.nextInt(TOPOLOGIES.size()));
                wanted.put(port, new SlotAssignment(topology, ++generation, List.of(), "digest-" + topology));
            } else {
                continue;
            }
            notBefore.remove(port);
        }
        workers.forEach((port, worker) -> {
            if (!isWanted(port, worker) && worker.unwantedNanos < 0) {
                worker.unwantedNanos = now;
            }
        });
        machine.assigned(wanted, now);
    }

    private void beat() {
        workers.forEach((port, worker) -> {
            if (kind || !worker.silent) {
                worker.beats++;
                worker.beatNanos = now;
            }
            if (worker.beats > 0) {
                machine.heartbeat(port, worker.process.incarnation(), worker.beats, now);
            }
        });
    }

    private void answerLaunch() {
        Integer port = one(launching);
        if (port == null) {
            return;
        }
        Launch launch = launching.remove(port);
        String topology = launch.assignment().topology();
        if (!kind && random.nextInt(12) == 0) {
            code.remove(topology);
            machine.codeLost(topology);
            launchFails(port);
        } else if (!kind && random.nextInt(4) == 0) {
            launchFails(port);
        } else {
            pids++;
            Worker worker = new Worker(
                    new WorkerProcess(pids, now, "life-" + pids),
                    launch.assignment(),
                    !kind && random.nextInt(3) == 0,
                    now);
            worker.silent = random.nextInt(5) == 0;
            workers.put(port, worker);
            if (!isWanted(port, worker)) {
                worker.unwantedNanos = now;
            }
            machine.launched(port, worker.process, now);
        }
    }

    private void launchFails(int port) {
        machine.launchFailed(port, "no memory", now);
        backsOff(port);
    }

    private void answerFetch() {
        if (fetching.isEmpty()) {
            return;
        }
        String topology = List.copyOf(fetching).get(random.nextInt(fetching.size()));
        fetching.remove(topology);
        if (!kind && random.nextInt(4) == 0) {
            machine.codeFailed(topology, "digest-" + topology, now);
        } else {
            code.add(topology);
            machine.codeReady(topology, "digest-" + topology, now);
        }
    }

    private void endOne(boolean askedFor) {
        Integer port = one(workers);
        if (port == null) {
            return;
        }
        Worker worker = workers.get(port);
        boolean ends = askedFor ? worker.killed || worker.asked && !worker.deaf : random.nextBoolean();
        if (ends) {
            workers.remove(port);
            ended.add(worker.process);
            machine.exited(port, worker.process, "how", now);
            backsOff(port);
        }
    }

    private void backsOff(int port) {
        SlotReport report = machine.report().get(port);
        if (report.state() == SlotState.BACKING_OFF) {
            assertThat(report.failures()).isPositive();
            long doubled = timings.firstBackOffNanos() << Math.min(report.failures() - 1, 30);
            notBefore.put(port, now + Math.min(doubled, timings.longestBackOffNanos()));
        }
    }

    private void carryOut(SupervisorCommand command, String what) {
        String told = told(what + ", " + command);
        if (command instanceof Launch launch) {
            assertThat(launching).as(told).doesNotContainKey(launch.port());
            assertThat(workers).as(told).doesNotContainKey(launch.port());
            assertThat(launch.assignment()).as(told).isEqualTo(wanted.get(launch.port()));
            assertThat(code).as(told).contains(launch.assignment().topology());
            assertThat(now).as(told).isGreaterThanOrEqualTo(notBefore.getOrDefault(launch.port(), 0L));
            notBefore.remove(launch.port());
            launching.put(launch.port(), launch);
        } else if (command instanceof Terminate terminate) {
            Worker worker = workers.get(terminate.port());
            assertThat(worker).as(told).isNotNull();
            assertThat(terminate.process()).as(told).isEqualTo(worker.process);
            assertThat(worker.unwantedNanos).as(told).isNotNegative();
            worker.asked = true;
        } else if (command instanceof Kill kill) {
            Worker worker = workers.get(kill.port());
            assertThat(worker).as(told).isNotNull();
            assertThat(kill.process()).as(told).isEqualTo(worker.process);
            boolean silent = now - worker.beatNanos >= timings.timeoutNanos();
            boolean late = worker.unwantedNanos >= 0 && now - worker.unwantedNanos >= timings.graceNanos();
            assertThat(worker.killed || silent || late).as(told).isTrue();
            worker.killed = true;
        } else if (command instanceof CleanUp cleanUp) {
            assertThat(ended).as(told).contains(cleanUp.process());
        } else if (command instanceof FetchCode fetch) {
            assertThat(fetching.add(fetch.topology())).as(told).isTrue();
            assertThat(wanted.values())
                    .as(told)
                    .anyMatch(each -> each.topology().equals(fetch.topology()));
        } else if (command instanceof DeleteCode delete) {
            assertThat(wanted.values())
                    .as(told)
                    .noneMatch(each -> each.topology().equals(delete.topology()));
            assertThat(workers.values())
                    .as(told)
                    .noneMatch(each -> each.assignment.topology().equals(delete.topology()));
            assertThat(launching.values())
                    .as(told)
                    .noneMatch(each -> each.assignment().topology().equals(delete.topology()));
            code.remove(delete.topology());
        }
        assertThat(command.reason()).as(told).isNotBlank();
    }

    private void checkWorkers(String what) {
        machine.report().forEach((port, report) -> {
            String told = told(what + ", port " + port + " " + report);
            Worker worker = workers.get(port);
            assertThat(report.process().orElse(null)).as(told).isEqualTo(worker == null ? null : worker.process);
            if (worker == null) {
                assertThat(report.state() == SlotState.RUNNING || report.state() == SlotState.KILLING)
                        .as(told)
                        .isFalse();
                return;
            }
            if (!isWanted(port, worker)) {
                assertThat(worker.asked || worker.killed).as(told).isTrue();
                if (now - worker.unwantedNanos >= timings.graceNanos()) {
                    assertThat(worker.killed).as(told).isTrue();
                }
            } else if (report.state() == SlotState.RUNNING) {
                assertThat(now - worker.beatNanos).as(told).isLessThan(timings.timeoutNanos());
            } else if (report.state() == SlotState.STARTING) {
                assertThat(now - worker.launchedNanos).as(told).isLessThan(timings.startNanos());
            } else {
                assertThat(worker.asked || worker.killed).as(told).isTrue();
            }
        });
    }

    private void check(SortedMap<Integer, SlotReport> before, SortedMap<Integer, SlotReport> after, String what) {
        after.forEach((port, report) ->
                Transitions.check(before.get(port).state(), report.state(), told(what + ", port " + port)));
    }

    private boolean isWanted(int port, Worker worker) {
        SlotAssignment wants = wanted.get(port);
        return wants != null && wants.isSameWorkerAs(worker.assignment);
    }

    private @Nullable Integer one(SortedMap<Integer, ?> of) {
        return of.isEmpty() ? null : List.copyOf(of.keySet()).get(random.nextInt(of.size()));
    }

    private String told(String what) {
        return "seed " + seed + ", at " + now + ", after " + what;
    }
}
