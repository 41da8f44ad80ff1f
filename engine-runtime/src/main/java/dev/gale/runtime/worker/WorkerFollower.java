package dev.gale.runtime.worker;

import dev.gale.engine.cluster.WorkerSlot;
import dev.gale.engine.nimbus.TopologyRecord;
import dev.gale.engine.worker.WorkerCommand;
import dev.gale.engine.worker.WorkerMachine;
import dev.gale.runtime.store.AssignmentFormat;
import dev.gale.runtime.store.AssignmentRecord;
import dev.gale.runtime.store.BeatFormat;
import dev.gale.runtime.store.Keys;
import dev.gale.runtime.store.RecordException;
import dev.gale.runtime.store.TopologyFormat;
import dev.gale.runtime.store.WorkerBeat;
import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.metadata.Registration;
import dev.gale.spi.metadata.SessionListener;
import dev.gale.spi.metadata.Versioned;
import dev.gale.spi.metadata.Watcher;
import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a worker process in step with the store: tells it what changes, and tells the store that it lives. Everything but the
 * constructor runs on the control thread, or hands over to it.
 */
public final class WorkerFollower implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerFollower.class);

    private final MetadataStore store;
    private final Keys keys;
    private final String topology;
    private final WorkerSlot self;
    private final WorkerMachine machine;
    private final RunningWorker worker;
    private final Executor control;
    private final Supplier<String> requestIds;
    private final AssignmentFormat assignmentFormat = new AssignmentFormat();
    private final TopologyFormat topologyFormat = new TopologyFormat();
    private final BeatFormat beatFormat = new BeatFormat();
    private final List<Registration> registrations = new ArrayList<>();

    private @Nullable AssignmentRecord record;
    private boolean assignmentKnown;
    private boolean topologyKnown;
    private boolean beating;
    private boolean toldLarge;
    private String lastRefusal = "";
    private boolean closed;

    /**
     * @param machine of the slot's generation that the worker was started for
     * @param control a single thread that runs what it is given in order
     * @param requestIds never the same twice, in any process
     */
    public WorkerFollower(
            MetadataStore store,
            Keys keys,
            String topology,
            WorkerSlot self,
            WorkerMachine machine,
            RunningWorker worker,
            Executor control,
            Supplier<String> requestIds) {
        this.store = store;
        this.keys = keys;
        this.topology = topology;
        this.self = self;
        this.machine = machine;
        this.worker = worker;
        this.control = control;
        this.requestIds = requestIds;
    }

    /** To be called once. */
    public void start() {
        control.execute(() -> {
            registrations.add(store.session().listen(new OnSession()));
            registrations.add(store.watch(keys.assignment(topology), new OnAssignment()));
            registrations.add(store.watch(keys.topology(topology), new OnTopology()));
        });
    }

    /** Somebody asks the process to end; it may have begun to by itself. */
    public void terminate() {
        try {
            control.execute(() -> {
                machine.terminate();
                follow();
            });
        } catch (RejectedExecutionException e) {
            LOG.debug("slot={} has ended already", self);
        }
    }

    /** Tells the store how the worker is, unless the last beat is still under way. A topology that is gone gets none. */
    public void beat() {
        if (beating || closed) {
            return;
        }
        Commit commit = Commit.builder(requestIds.get())
                .checkPresent(keys.topology(topology))
                .put(keys.beat(topology, self), encoded(worker.beat()))
                .build();
        beating = true;
        store.commit(commit)
                .whenComplete((result, failure) -> control.execute(() -> {
                    beating = false;
                    beaten(failure);
                }));
    }

    /** A store that is away is told of elsewhere; one that refuses beats, say for want of permission, will go on to do so. */
    private void beaten(@Nullable Throwable failure) {
        if (failure == null) {
            lastRefusal = "";
        } else if (failure instanceof EngineException e && e.category() == Category.UNAVAILABLE) {
            LOG.debug("slot={} its beat did not arrive: {}", self, failure.toString());
        } else if (!failure.toString().equals(lastRefusal)) {
            lastRefusal = failure.toString();
            LOG.warn(
                    "topology={} slot={} the store does not take its beats, so nimbus will give it up: {}",
                    topology,
                    self,
                    lastRefusal);
        }
    }

    /** A sign of life is worth more than figures: what is too large with them goes without. */
    private Bytes encoded(WorkerBeat beat) {
        Bytes whole = beatFormat.encode(beat, null);
        if (whole.length() <= MetadataStore.MAX_VALUE_BYTES) {
            return whole;
        }
        if (!toldLarge) {
            toldLarge = true;
            LOG.warn(
                    "topology={} slot={} the statistics of its {} executors take {} bytes, the store {}, so they are not"
                            + " shown; give the topology more workers",
                    topology,
                    self,
                    beat.statistics().size(),
                    whole.length(),
                    MetadataStore.MAX_VALUE_BYTES);
        }
        return beatFormat.encode(beat.withoutStatistics(), null);
    }

    @Override
    public void close() {
        closed = true;
        registrations.forEach(Registration::close);
    }

    private void follow() {
        if (closed) {
            return;
        }
        if (assignmentKnown && topologyKnown) {
            machine.synced();
        }
        for (WorkerCommand command : machine.poll()) {
            LOG.info("topology={} slot={} {}", topology, self, command);
            if (command instanceof WorkerCommand.UsePeers && record != null) {
                worker.usePeers(record);
            } else if (command instanceof WorkerCommand.SetActive set) {
                worker.setActive(set.active());
            } else if (command instanceof WorkerCommand.Exit exit) {
                worker.exit(exit.reason(), exit.drain());
            }
        }
    }

    private final class OnAssignment implements Watcher {
        @Override
        public void put(Versioned state) {
            control.execute(() -> {
                try {
                    AssignmentRecord current = assignmentFormat.decode(state.value());
                    record = current;
                    machine.assignment(Optional.of(current.assignment()));
                } catch (RecordException e) {
                    LOG.error("key={} is ignored: {}", state.key(), e.getMessage());
                    machine.assignmentUnreadable();
                }
                follow();
            });
        }

        @Override
        public void deleted(Key key) {
            control.execute(() -> {
                machine.assignment(Optional.empty());
                follow();
            });
        }

        @Override
        public void synced() {
            control.execute(() -> {
                assignmentKnown = true;
                follow();
            });
        }
    }

    private final class OnTopology implements Watcher {
        @Override
        public void put(Versioned state) {
            control.execute(() -> {
                try {
                    TopologyRecord current = topologyFormat.decode(state.value());
                    machine.topology(true, current.isActive());
                } catch (RecordException e) {
                    LOG.error("key={} is ignored: {}", state.key(), e.getMessage());
                    machine.topologyUnreadable();
                }
                follow();
            });
        }

        @Override
        public void deleted(Key key) {
            control.execute(() -> {
                machine.topology(false, false);
                follow();
            });
        }

        @Override
        public void synced() {
            control.execute(() -> {
                topologyKnown = true;
                follow();
            });
        }
    }

    private final class OnSession implements SessionListener {
        @Override
        public void suspended() {
            LOG.warn("slot={} the store does not answer; the worker goes on", self);
        }

        @Override
        public void resumed() {
            LOG.info("slot={} the store answers again", self);
        }

        @Override
        public void ended() {
            LOG.warn("slot={} its session with the store is over; the worker goes on", self);
        }

        @Override
        public void renewed(String sessionId) {
            LOG.info("slot={} it has a new session with the store", self);
        }
    }
}
