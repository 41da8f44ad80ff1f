package dev.gale.runtime.nimbus;

import dev.gale.api.TopologyStatus;
import dev.gale.engine.nimbus.NimbusCommand;
import dev.gale.engine.nimbus.NimbusMachine;
import dev.gale.engine.nimbus.Outcome;
import dev.gale.engine.nimbus.TopologyRecord;
import dev.gale.engine.task.TaskId;
import dev.gale.runtime.store.AssignmentFormat;
import dev.gale.runtime.store.AssignmentRecord;
import dev.gale.runtime.store.Keys;
import dev.gale.runtime.store.TopologyFormat;
import dev.gale.spi.metadata.Candidate;
import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.CommitResult;
import dev.gale.spi.metadata.Election;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.LeaderElection;
import dev.gale.spi.metadata.Leadership;
import dev.gale.spi.metadata.Lifetime;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.metadata.Registration;
import dev.gale.spi.metadata.SessionListener;
import dev.gale.spi.metadata.Versioned;
import dev.gale.spi.metadata.Watcher;
import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One nimbus: stands for election, and while it leads carries out what the machine decides. Every write checks the epoch, so that one
 * that leads no longer and does not know it yet is refused. Everything but the constructor runs on the control thread, or hands over
 * to it.
 */
public final class NimbusDriver implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NimbusDriver.class);
    private static final int BATCH = 90;

    private final MetadataStore store;
    private final Keys keys;
    private final NimbusMachine machine;
    private final Executor control;
    private final LongSupplier nanoClock;
    private final InstantSource clock;
    private final RecordSizes sizes;
    private final Supplier<String> requestIds;
    private final Commits commits;

    private final TopologyFormat topologyFormat = new TopologyFormat();
    private final AssignmentFormat assignmentFormat = new AssignmentFormat();

    private final ClusterImage image;
    private final StoreView view;
    private final Map<String, String> namesUnderWay = new HashMap<>();
    private final Registration session;
    private final LeaderElection election;

    private Consumer<String> afterRemoval = topology -> {};
    private @Nullable Leadership leadership;
    private @Nullable Registration watch;
    private long term;
    private boolean closed;

    /**
     * Stands for election at once.
     *
     * @param control a single thread that runs what it is given in order
     * @param afterPause runs a task on the control thread after a short pause
     * @param requestIds never the same twice, in any process
     * @param description of this nimbus for those who look for the leader, such as its address
     */
    public NimbusDriver(
            MetadataStore store,
            Keys keys,
            NimbusMachine machine,
            Executor control,
            Executor afterPause,
            LongSupplier nanoClock,
            InstantSource clock,
            Supplier<String> requestIds,
            Bytes description) {
        this.store = store;
        this.keys = keys;
        this.machine = machine;
        this.control = control;
        this.nanoClock = nanoClock;
        this.clock = clock;
        this.requestIds = requestIds;
        commits = new Commits(store, control, afterPause);
        sizes = new RecordSizes(clock);
        image = new ClusterImage(keys, machine, nanoClock);
        view = image.view();
        session = store.session().listen(new OnSession());
        election = store.elect(new Election(keys.leader(), keys.epoch(), description), new OnElection());
    }

    /** @param listener is told the id of each topology of which nothing is left in the store, on the control thread */
    public void afterRemoval(Consumer<String> listener) {
        afterRemoval = listener;
    }

    /** Looks for what is due. */
    public void tick() {
        for (NimbusCommand command : machine.poll(nanoClock.getAsLong())) {
            carryOut(command);
        }
    }

    public boolean isInCharge() {
        return machine.isInCharge();
    }

    /** Of the control thread. */
    NimbusMachine machine() {
        return machine;
    }

    /** Of the control thread. */
    ClusterImage image() {
        return image;
    }

    /** The epoch of this nimbus's leadership; empty if it does not lead. Of the control thread. */
    OptionalLong epoch() {
        return leadership == null ? OptionalLong.empty() : OptionalLong.of(leadership.epoch());
    }

    /**
     * Makes a topology's records. It runs until it is killed once the stage is complete.
     *
     * @return the topology that was accepted, an older one if the submit is a repetition of its; or why it was refused. Fails as
     *     UNAVAILABLE if this nimbus does not lead, or ceases to before the outcome is known
     */
    public CompletionStage<Outcome> submit(TopologyRecord wanted) {
        CompletableFuture<Outcome> done = new CompletableFuture<>();
        control.execute(() -> {
            if (!machine.isInCharge()) {
                done.completeExceptionally(notLeading());
                return;
            }
            Optional<TopologyRecord> same = machine.byName(wanted.name());
            if (same.isPresent()
                    && !wanted.submitKey().isEmpty()
                    && same.get().submitKey().equals(wanted.submitKey())) {
                done.complete(new Outcome.Granted(same.get()));
            } else if (same.isPresent() || namesUnderWay.containsKey(wanted.name())) {
                done.complete(new Outcome.Refused(
                        Outcome.Refusal.CONFLICT,
                        "There is a topology '" + wanted.name() + "' already"
                                + same.map(record -> ", " + record.status()).orElse("")
                                + "; kill it first, or choose another name"));
            } else {
                sizes.problem(wanted, wanted.layout(), wanted.workers())
                        .ifPresentOrElse(
                                problem -> done.complete(new Outcome.Refused(Outcome.Refusal.INVALID, problem)),
                                () -> create(wanted, done));
            }
        });
        return done;
    }

    /**
     * Changes a topology's record.
     *
     * @param change from what is to what is wanted
     * @return what was granted, once it is durable, or why not; fails as {@link #submit} does
     */
    public CompletionStage<Outcome> change(String name, Function<TopologyRecord, Outcome> change) {
        CompletableFuture<Outcome> done = new CompletableFuture<>();
        control.execute(() -> attemptChange(name, change, done));
        return done;
    }

    @Override
    public void close() {
        closed = true;
        election.close();
        session.close();
        endTerm();
    }

    private void attemptChange(String name, Function<TopologyRecord, Outcome> change, CompletableFuture<Outcome> done) {
        if (!machine.isInCharge()) {
            done.completeExceptionally(notLeading());
            return;
        }
        Optional<TopologyRecord> found = machine.byName(name);
        if (found.isEmpty()) {
            done.complete(new Outcome.Refused(
                    Outcome.Refusal.NOT_FOUND, "There is no topology '" + name + "'; gale list shows those there are"));
            return;
        }
        Outcome outcome = change.apply(found.get());
        if (!(outcome instanceof Outcome.Granted granted) || granted.record().equals(found.get())) {
            done.complete(outcome);
            return;
        }
        TopologyRecord next = granted.record();
        Optional<String> problem = next.pending()
                .filter(pending -> next.status() == TopologyStatus.REBALANCING)
                .flatMap(pending -> sizes.problem(next, pending.layout(), pending.workers()));
        if (problem.isPresent()) {
            done.complete(new Outcome.Refused(Outcome.Refusal.INVALID, problem.get()));
            return;
        }
        Key key = keys.topology(next.id());
        Bytes value = topologyFormat.encode(next, view.value(key));
        Commit commit = fenced().check(view.unchanged(key)).put(key, value).build();
        write(commit).whenComplete((result, failure) -> {
            if (failure != null) {
                done.completeExceptionally(failure);
            } else if (result instanceof CommitResult.Accepted accepted) {
                view.written(key, accepted.version(key), value);
                machine.topology(next, nanoClock.getAsLong());
                LOG.info("topology={} status={} by request", next.id(), next.status());
                done.complete(outcome);
            } else {
                // Somebody changed it meanwhile: once the view shows that, the request is looked at again.
                control.execute(() -> attemptChange(name, change, done));
            }
        });
    }

    private void create(TopologyRecord topology, CompletableFuture<Outcome> done) {
        namesUnderWay.put(topology.name(), topology.id());
        machine.submitting(topology.id());
        long during = term;
        List<Commit.Put> tasks = new ArrayList<>();
        for (int task = 1; task <= topology.layout().taskCount(); task++) {
            tasks.add(task(topology, new TaskId(task)));
        }
        CompletableFuture<Outcome> written = new CompletableFuture<>();
        putInBatches(tasks, written, () -> {
            Key key = keys.topology(topology.id());
            Bytes value = topologyFormat.encode(topology, null);
            write(fenced().checkAbsent(key).put(key, value).build()).whenComplete((result, failure) -> {
                if (failure != null) {
                    written.completeExceptionally(failure);
                } else if (result instanceof CommitResult.Accepted accepted) {
                    view.written(key, accepted.version(key), value);
                    machine.topology(topology, nanoClock.getAsLong());
                    LOG.info("topology={} accepted", topology.id());
                    written.complete(new Outcome.Granted(topology));
                } else {
                    written.complete(new Outcome.Refused(
                            Outcome.Refusal.CONFLICT, "There is a topology with id " + topology.id() + " already"));
                }
            });
        });
        written.whenComplete((outcome, failure) -> {
            if (during == term) {
                namesUnderWay.remove(topology.name());
                machine.submitted(topology.id());
            }
            if (failure != null) {
                done.completeExceptionally(failure);
            } else {
                done.complete(outcome);
            }
        });
    }

    private Commit.Put task(TopologyRecord topology, TaskId task) {
        return new Commit.Put(
                keys.task(topology.id(), task), Bytes.utf8(topology.layout().componentOf(task)), Lifetime.PERSISTENT);
    }

    /** @param then runs when all are written; failures and refusals go to {@code failed} */
    private void putInBatches(List<Commit.Put> puts, CompletableFuture<?> failed, Runnable then) {
        if (puts.isEmpty()) {
            then.run();
            return;
        }
        if (leadership == null) {
            failed.completeExceptionally(notLeading());
            return;
        }
        Commit.Builder commit = fenced();
        puts.stream().limit(BATCH).forEach(put -> commit.put(put.key(), put.value()));
        write(commit.build()).whenComplete((result, failure) -> {
            if (failure != null) {
                failed.completeExceptionally(failure);
            } else if (result.accepted()) {
                putInBatches(puts.subList(Math.min(BATCH, puts.size()), puts.size()), failed, then);
            } else {
                failed.completeExceptionally(notLeading());
            }
        });
    }

    private void carryOut(NimbusCommand command) {
        LOG.info("topology={} {}: {}", command.topology(), verb(command), command.reason());
        if (command instanceof NimbusCommand.Write write) {
            carryOut(write);
        } else {
            remove((NimbusCommand.Remove) command);
        }
    }

    private void carryOut(NimbusCommand.Write write) {
        String id = write.topology();
        Key topologyKey = keys.topology(id);
        Key assignmentKey = keys.assignment(id);
        CompletableFuture<Outcome> failed = new CompletableFuture<>();
        failed.whenComplete((nothing, failure) -> machine.refused(write));
        List<Commit.Put> newTasks = new ArrayList<>();
        write.record().ifPresent(record -> {
            for (int task = 1; task <= record.layout().taskCount(); task++) {
                if (!view.has(keys.task(id, new TaskId(task)))) {
                    newTasks.add(task(record, new TaskId(task)));
                }
            }
        });
        putInBatches(newTasks, failed, () -> {
            if (leadership == null) {
                failed.completeExceptionally(notLeading());
                return;
            }
            Commit.Builder commit = fenced().check(view.unchanged(topologyKey));
            Map<Key, Bytes> values = new HashMap<>();
            write.record()
                    .ifPresent(
                            record -> values.put(topologyKey, topologyFormat.encode(record, view.value(topologyKey))));
            @Nullable
            AssignmentRecord next = write.assignment()
                    .map(assignment -> AssignmentRecord.next(
                            image.assignment(id),
                            assignment,
                            machine.cluster().hosts(),
                            clock.instant(),
                            codeDigest(id)))
                    .orElse(null);
            if (next != null) {
                commit.check(view.unchanged(assignmentKey));
                values.put(assignmentKey, assignmentFormat.encode(next, view.value(assignmentKey)));
            }
            values.forEach(commit::put);
            Commit built;
            try {
                built = commit.build();
            } catch (EngineException e) {
                LOG.error("topology={} cannot be written down: {}", id, e.getMessage());
                failed.completeExceptionally(e);
                return;
            }
            write(built).whenComplete((result, failure) -> {
                if (result instanceof CommitResult.Accepted accepted) {
                    values.forEach((key, value) -> view.written(key, accepted.version(key), value));
                    if (next != null) {
                        image.assigned(id, next);
                    }
                    machine.accepted(write, nanoClock.getAsLong());
                } else {
                    machine.refused(write);
                }
            });
        });
    }

    private String codeDigest(String id) {
        TopologyRecord record = machine.topologies().get(id);
        return record == null ? "" : record.codeDigest();
    }

    /** The records that make a topology run go first and together; what is left without them is swept, by the next leader if need be. */
    private void remove(NimbusCommand.Remove remove) {
        String id = remove.topology();
        Key topologyKey = keys.topology(id);
        Key assignmentKey = keys.assignment(id);
        List<Key> rest = image.leftovers(id);
        Commit commit = fenced().check(view.unchanged(topologyKey))
                .delete(topologyKey)
                .delete(assignmentKey)
                .build();
        write(commit).whenComplete((result, failure) -> {
            if (result == null || !result.accepted()) {
                machine.refused(remove);
                return;
            }
            image.removed(id);
            deleteInBatches(rest, remove);
        });
    }

    private void deleteInBatches(List<Key> left, NimbusCommand.Remove remove) {
        if (left.isEmpty()) {
            machine.accepted(remove, nanoClock.getAsLong());
            image.tellWhetherAnyTrace(remove.topology());
            afterRemoval.accept(remove.topology());
            return;
        }
        if (leadership == null) {
            machine.refused(remove);
            return;
        }
        Commit.Builder commit = fenced();
        List<Key> batch = left.subList(0, Math.min(BATCH, left.size()));
        batch.forEach(commit::delete);
        write(commit.build()).whenComplete((result, failure) -> {
            if (result == null || !result.accepted()) {
                machine.refused(remove);
                return;
            }
            batch.forEach(view::deleted);
            deleteInBatches(left.subList(batch.size(), left.size()), remove);
        });
    }

    /** A commit of this leader. The result comes on the control thread; one of an earlier term does not come at all. */
    private CompletionStage<CommitResult> write(Commit commit) {
        long during = term;
        CompletableFuture<CommitResult> done = new CompletableFuture<>();
        commits.commit(commit, () -> during == term && !closed).whenComplete((result, failure) -> {
            if (during != term) {
                done.completeExceptionally(notLeading());
            } else if (failure != null) {
                done.completeExceptionally(failure);
            } else {
                if (result instanceof CommitResult.Refused refused
                        && leadership != null
                        && refused.check().equals(leadership.fence())) {
                    LOG.warn("epoch={} is over: a newer leader was elected", leadership.epoch());
                    endTerm();
                    done.completeExceptionally(notLeading());
                } else {
                    done.complete(result);
                }
            }
        });
        return done;
    }

    private Commit.Builder fenced() {
        Leadership current = leadership;
        if (current == null) {
            throw new IllegalStateException("only a leader writes");
        }
        return Commit.builder(requestIds.get()).check(current.fence());
    }

    private static EngineException notLeading() {
        return new EngineException(
                Category.UNAVAILABLE,
                "this nimbus does not lead, or cannot reach the store; ask again, or another one");
    }

    private static String verb(NimbusCommand command) {
        if (command instanceof NimbusCommand.Write write) {
            return write.assignment()
                    .map(assignment -> "is assigned, version " + assignment.version())
                    .orElseGet(() -> "becomes "
                            + write.record().map(TopologyRecord::status).orElseThrow());
        }
        return "is removed";
    }

    private void beginTerm(Leadership elected) {
        LOG.info("epoch={} this nimbus leads", elected.epoch());
        term++;
        leadership = elected;
        long during = term;
        machine.elected(nanoClock.getAsLong());
        watch = store.watch(keys.root(), new OnStore(during));
    }

    private void endTerm() {
        term++;
        leadership = null;
        if (watch != null) {
            watch.close();
            watch = null;
        }
        machine.deposed();
        image.clear();
        namesUnderWay.clear();
    }

    private final class OnElection implements Candidate {
        @Override
        public void elected(Leadership elected) {
            control.execute(() -> {
                if (!closed) {
                    beginTerm(elected);
                }
            });
        }

        @Override
        public void deposed(String reason) {
            control.execute(() -> {
                if (leadership != null) {
                    LOG.warn("epoch={} this nimbus leads no longer: {}", leadership.epoch(), reason);
                }
                endTerm();
            });
        }
    }

    private final class OnSession implements SessionListener {
        @Override
        public void suspended() {
            control.execute(machine::suspended);
        }

        @Override
        public void resumed() {
            control.execute(() -> machine.resumed(nanoClock.getAsLong()));
        }

        @Override
        public void ended() {
            control.execute(machine::suspended);
        }

        @Override
        public void renewed(String sessionId) {
            control.execute(() -> machine.resumed(nanoClock.getAsLong()));
        }
    }

    /** What the store says during one term. */
    private final class OnStore implements Watcher {
        private final long during;

        OnStore(long during) {
            this.during = during;
        }

        @Override
        public void put(Versioned state) {
            duringTerm(() -> image.put(state));
        }

        @Override
        public void deleted(Key key) {
            duringTerm(() -> image.deleted(key));
        }

        @Override
        public void synced() {
            duringTerm(machine::synced);
        }

        private void duringTerm(Runnable action) {
            control.execute(() -> {
                if (during == term) {
                    action.run();
                }
            });
        }
    }
}
