package dev.gale.runtime.supervisor;

import dev.gale.engine.cluster.WorkerSlot;
import dev.gale.engine.supervisor.SlotAssignment;
import dev.gale.engine.supervisor.SlotReport;
import dev.gale.engine.supervisor.SlotState;
import dev.gale.engine.supervisor.SupervisorCommand;
import dev.gale.engine.supervisor.SupervisorMachine;
import dev.gale.engine.supervisor.WorkerProcess;
import dev.gale.runtime.store.AssignmentFormat;
import dev.gale.runtime.store.AssignmentRecord;
import dev.gale.runtime.store.ErrorWriter;
import dev.gale.runtime.store.Keys;
import dev.gale.runtime.store.RecordException;
import dev.gale.runtime.store.SupervisorFormat;
import dev.gale.runtime.store.SupervisorRecord;
import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.Election;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.metadata.Registration;
import dev.gale.spi.metadata.SessionListener;
import dev.gale.spi.metadata.Versioned;
import dev.gale.spi.metadata.Watcher;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One supervisor: registers itself, follows the assignments, and has its host carry out what the machine decides. What was assigned
 * last is remembered on the host, so that workers are looked after while the store cannot be reached. Everything but the constructor
 * runs on the control thread, or hands over to it.
 */
public final class SupervisorDriver implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SupervisorDriver.class);

    private final MetadataStore store;
    private final Keys keys;
    private final SupervisorMachine machine;
    private final Host host;
    private final SupervisorRecord self;
    private final Executor control;
    private final Executor afterPause;
    private final LongSupplier nanoClock;
    private final InstantSource clock;
    private final Supplier<String> requestIds;
    private final AssignmentFormat assignmentFormat = new AssignmentFormat();
    private final SupervisorFormat supervisorFormat = new SupervisorFormat();
    private final SortedMap<String, AssignmentRecord> assignments = new TreeMap<>();

    /** Those with an assignment, whether it can be read or not. */
    private final SortedSet<String> topologies = new TreeSet<>();

    private final List<Registration> registrations = new ArrayList<>();

    private final boolean remembers;
    private Host.Remembered remembered;
    private long epoch;
    private boolean assignmentsKnown;
    private boolean epochKnown;
    private boolean toldOfLostStore;
    private boolean registering;
    private long updates;
    private String registerTrouble = "";
    private boolean registerAgain;
    private boolean closed;

    /**
     * @param self what is to be registered; ports, times and the sequence number in it are filled in anew each time
     * @param control a single thread that runs what it is given in order
     * @param afterPause runs a task on the control thread after a short pause
     * @param requestIds never the same twice, in any process
     */
    public SupervisorDriver(
            MetadataStore store,
            Keys keys,
            SupervisorMachine machine,
            Host host,
            SupervisorRecord self,
            Executor control,
            Executor afterPause,
            LongSupplier nanoClock,
            InstantSource clock,
            Supplier<String> requestIds) {
        this.store = store;
        this.keys = keys;
        this.machine = machine;
        this.host = host;
        this.self = self;
        this.control = control;
        this.afterPause = afterPause;
        this.nanoClock = nanoClock;
        this.clock = clock;
        this.requestIds = requestIds;
        Optional<Host.Remembered> recalled = host.recall();
        remembers = recalled.isPresent();
        remembered = recalled.orElse(new Host.Remembered(0, Map.of()));
    }

    /**
     * Looks after what runs here already, and begins to follow the store. If it is not known any more what was assigned, workers go on
     * until the store tells. To be called once.
     */
    public void start() {
        control.execute(() -> {
            long now = nanoClock.getAsLong();
            host.findCode().forEach((topology, digest) -> machine.foundCode(topology, digest, now));
            host.findWorkers().forEach((port, found) -> {
                machine.found(port, found.process(), found.assignment(), now);
                awaitExit(port, found.process());
            });
            if (remembers) {
                machine.assigned(remembered.assigned(), now);
            }
            registrations.add(store.session().listen(new OnSession()));
            registrations.add(store.watch(keys.epoch(), new OnEpoch()));
            registrations.add(store.watch(keys.under(Keys.Kind.ASSIGNMENT), new OnAssignments()));
            register();
            tick();
        });
    }

    /** Looks at the heartbeats and for what is due. */
    public void tick() {
        if (closed) {
            return;
        }
        machine.processes()
                .forEach((port, process) -> host.lastBeat(port, process)
                        .ifPresent(beat ->
                                machine.heartbeat(port, beat.incarnation(), beat.sequence(), nanoClock.getAsLong())));
        machine.poll(nanoClock.getAsLong()).forEach(this::carryOut);
    }

    /** Of the control thread. */
    public SupervisorMachine machine() {
        return machine;
    }

    /** Writes this supervisor's record anew. */
    public void register() {
        if (registering) {
            registerAgain = true;
            return;
        }
        registering = true;
        registerAgain = false;
        Key key = keys.supervisor(self.id());
        SupervisorRecord record = new SupervisorRecord(
                self.id(),
                self.host(),
                self.ports(),
                List.copyOf(machine.processes().keySet()),
                self.startTime(),
                clock.instant(),
                ++updates,
                self.version());
        Commit commit = Commit.builder(requestIds.get())
                .putForSession(key, supervisorFormat.encode(record, null))
                .build();
        store.commit(commit)
                .whenComplete((result, failure) -> control.execute(() -> {
                    registering = false;
                    if (closed) {
                        return;
                    }
                    if (failure != null) {
                        sayOnce(failure);
                        afterPause.execute(this::register);
                    } else {
                        registerTrouble = "";
                        if (registerAgain) {
                            register();
                        }
                    }
                }));
    }

    /** That the store is away is known from its session; what it refuses somebody has to see to. */
    private void sayOnce(Throwable failure) {
        String why = failure.toString();
        boolean passing = failure instanceof EngineException known && known.category() == Category.UNAVAILABLE;
        if (passing || why.equals(registerTrouble)) {
            LOG.debug("supervisor={} cannot register: {}", self.id(), why);
        } else {
            registerTrouble = why;
            LOG.warn("supervisor={} cannot register, so nothing is given to it; it goes on trying: {}", self.id(), why);
        }
    }

    /** Ends without touching the workers. */
    @Override
    public void close() {
        closed = true;
        registrations.forEach(Registration::close);
    }

    private void carryOut(SupervisorCommand command) {
        LOG.info("supervisor={} {}", self.id(), command);
        if (command instanceof SupervisorCommand.FetchCode fetch) {
            fetch(fetch.topology(), fetch.digest());
        } else if (command instanceof SupervisorCommand.DeleteCode delete) {
            host.deleteCode(delete.topology());
        } else if (command instanceof SupervisorCommand.Launch launch) {
            launch(launch.port(), launch.assignment());
        } else if (command instanceof SupervisorCommand.Terminate terminate) {
            host.terminate(terminate.process());
        } else if (command instanceof SupervisorCommand.Kill kill) {
            host.kill(kill.process());
        } else if (command instanceof SupervisorCommand.CleanUp cleanUp) {
            host.cleanUp(cleanUp.port(), cleanUp.process());
            register();
        }
    }

    private void fetch(String topology, String digest) {
        host.fetchCode(topology, digest)
                .whenComplete((nothing, failure) -> control.execute(() -> {
                    long now = nanoClock.getAsLong();
                    if (failure == null) {
                        machine.codeReady(topology, digest, now);
                    } else {
                        LOG.warn(
                                "topology={} its code cannot be fetched, it is tried again: {}",
                                topology,
                                text(failure));
                        machine.codeFailed(topology, digest, now);
                    }
                    tick();
                }));
    }

    private void launch(int port, SlotAssignment assignment) {
        host.launch(port, assignment)
                .whenComplete((process, failure) -> control.execute(() -> {
                    long now = nanoClock.getAsLong();
                    if (failure == null) {
                        machine.launched(port, process, now);
                        awaitExit(port, process);
                        register();
                    } else {
                        if (unwrapped(failure) instanceof CodeMissingException) {
                            machine.codeLost(assignment.topology());
                        }
                        LOG.warn("port={} a worker could not be started and is tried again: {}", port, text(failure));
                        machine.launchFailed(port, text(failure), now);
                    }
                    tick();
                }));
    }

    private void awaitExit(int port, WorkerProcess process) {
        host.exit(process)
                .whenComplete((how, failure) -> control.execute(() -> {
                    Optional<SlotReport> before =
                            Optional.ofNullable(machine.report().get(port));
                    machine.exited(port, process, failure == null ? how : text(failure), nanoClock.getAsLong());
                    before.flatMap(SlotReport::assignment).ifPresent(ran -> tellOfEnd(port, ran));
                    tick();
                }));
    }

    /** Those who look at the topology see nothing of this host, and a worker that was killed cannot tell them. */
    private void tellOfEnd(int port, SlotAssignment ran) {
        SlotReport now = machine.report().get(port);
        if (closed || now == null || now.state() != SlotState.BACKING_OFF) {
            return;
        }
        // A worker that learns before its supervisor that it is not wanted any more ends well, and once.
        if (now.trouble().endsWith(Host.ENDED_WELL) && now.failures() < 2) {
            return;
        }
        String worker = new WorkerSlot(self.id(), port).toString();
        new ErrorWriter(store, keys, ran.topology(), worker, nanoClock, clock, requestIds).writeEnd(now.trouble());
    }

    /** Acts on the assignments as they are now, unless they may not be all, or not those of the same store. */
    private void follow() {
        if (!assignmentsKnown || !epochKnown) {
            return;
        }
        if (epoch < remembered.epoch()) {
            if (!toldOfLostStore) {
                toldOfLostStore = true;
                LOG.error(
                        "supervisor={} the store has epoch {} but had {}: its data is lost, or it is another one. "
                                + "Workers go on as they are; restore the store, or empty this supervisor's directory",
                        self.id(),
                        epoch,
                        remembered.epoch());
            }
            return;
        }
        Map<Integer, SlotAssignment> assigned = new TreeMap<>();
        assignments.forEach((topology, record) -> record.assignment()
                .generations()
                .forEach((slot, generation) -> {
                    if (slot.supervisor().equals(self.id())) {
                        SlotAssignment next = new SlotAssignment(
                                topology, generation, record.assignment().executorsOn(slot), record.codeDigest());
                        assigned.merge(slot.port(), next, (one, other) -> stay(slot.port(), one, other));
                    }
                }));
        Host.Remembered now = new Host.Remembered(epoch, assigned);
        if (!now.equals(remembered)) {
            host.remember(now);
            remembered = now;
        }
        host.keepLogs(Set.copyOf(topologies));
        machine.assigned(assigned, nanoClock.getAsLong());
        tick();
    }

    /** Two topologies claim a port only while one record is told later than the other: what runs stays until then. */
    private SlotAssignment stay(int port, SlotAssignment one, SlotAssignment other) {
        return Optional.ofNullable(machine.report().get(port))
                        .flatMap(report -> report.assignment())
                        .filter(running -> running.topology().equals(other.topology()))
                        .isPresent()
                ? other
                : one;
    }

    private static Throwable unwrapped(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    private static String text(Throwable failure) {
        Throwable cause = unwrapped(failure);
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }

    private final class OnAssignments implements Watcher {
        @Override
        public void put(Versioned state) {
            control.execute(() -> {
                topologies.add(state.key().name());
                try {
                    assignments.put(state.key().name(), assignmentFormat.decode(state.value()));
                } catch (RecordException e) {
                    LOG.error("key={} is ignored: {}", state.key(), e.getMessage());
                }
                follow();
            });
        }

        @Override
        public void deleted(Key key) {
            control.execute(() -> {
                topologies.remove(key.name());
                assignments.remove(key.name());
                follow();
            });
        }

        @Override
        public void synced() {
            control.execute(() -> {
                assignmentsKnown = true;
                follow();
            });
        }
    }

    private final class OnEpoch implements Watcher {
        @Override
        public void put(Versioned state) {
            control.execute(() -> {
                epoch = Election.epochOf(state);
                follow();
            });
        }

        @Override
        public void deleted(Key key) {
            control.execute(() -> {
                epoch = 0;
                follow();
            });
        }

        @Override
        public void synced() {
            control.execute(() -> {
                epochKnown = true;
                follow();
            });
        }
    }

    private final class OnSession implements SessionListener {
        @Override
        public void suspended() {
            LOG.warn("supervisor={} the store does not answer; workers go on", self.id());
        }

        @Override
        public void resumed() {
            LOG.info("supervisor={} the store answers again", self.id());
        }

        @Override
        public void ended() {
            LOG.warn("supervisor={} its session with the store is over; workers go on", self.id());
        }

        @Override
        public void renewed(String sessionId) {
            control.execute(SupervisorDriver.this::register);
        }
    }
}
