package dev.gale.runtime.nimbus;

import dev.gale.engine.nimbus.NimbusCommand;
import dev.gale.engine.nimbus.NimbusMachine;
import dev.gale.engine.nimbus.Outcome;
import dev.gale.engine.nimbus.TopologyRecord;
import dev.gale.runtime.store.Keys;
import dev.gale.spi.metadata.Candidate;
import dev.gale.spi.metadata.Election;
import dev.gale.spi.metadata.LeaderElection;
import dev.gale.spi.metadata.Leadership;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.metadata.Registration;
import dev.gale.spi.metadata.SessionListener;
import dev.gale.spi.plugin.Bytes;
import java.time.InstantSource;
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
 * One nimbus: stands for election, and while it leads has carried out what the machine decides and users request. Everything but the
 * constructor runs on the control thread, or hands over to it.
 */
public final class NimbusDriver implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NimbusDriver.class);

    /** A term, and who works during it. */
    private record Leading(Term term, TopologyCreation creation, TopologyChange change, CommandWriter writer) {}

    private final MetadataStore store;
    private final Keys keys;
    private final NimbusMachine machine;
    private final Executor control;
    private final LongSupplier nanoClock;
    private final InstantSource clock;
    private final RecordSizes sizes;
    private final Supplier<String> requestIds;
    private final Commits commits;
    private final ClusterImage image;
    private final Registration session;
    private final LeaderElection election;

    private Consumer<String> afterRemoval = topology -> {};
    private @Nullable Leading leading;
    private @Nullable Registration watch;
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
            if (leading == null) {
                throw new IllegalStateException("only a leader writes");
            }
            leading.writer().carryOut(command);
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
        return leading == null
                ? OptionalLong.empty()
                : OptionalLong.of(leading.term().epoch());
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
            if (leading == null || !machine.isInCharge()) {
                done.completeExceptionally(Term.notLeading());
            } else {
                leading.creation().submit(wanted, done);
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
        attemptChange(name, change, done);
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
        control.execute(() -> {
            if (leading == null || !machine.isInCharge()) {
                done.completeExceptionally(Term.notLeading());
            } else {
                // If somebody changes it meanwhile: once the view shows that, the request is looked at again.
                leading.change().attempt(name, change, done, () -> attemptChange(name, change, done));
            }
        });
    }

    private void beginTerm(Leadership elected) {
        LOG.info("epoch={} this nimbus leads", elected.epoch());
        if (leading != null) {
            endTerm();
        }
        Term term = new Term(elected, commits, requestIds, this::endTerm);
        leading = new Leading(
                term,
                new TopologyCreation(term, keys, machine, image.view(), sizes, nanoClock),
                new TopologyChange(term, keys, machine, image.view(), sizes, nanoClock),
                new CommandWriter(term, keys, machine, image, nanoClock, clock, id -> afterRemoval.accept(id)));
        machine.elected(nanoClock.getAsLong());
        watch = store.watch(keys.root(), new TermWatcher(term, image, machine, control));
    }

    private void endTerm() {
        if (leading != null) {
            leading.term().end();
            leading = null;
        }
        if (watch != null) {
            watch.close();
            watch = null;
        }
        machine.deposed();
        image.clear();
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
                if (leading != null) {
                    LOG.warn(
                            "epoch={} this nimbus leads no longer: {}",
                            leading.term().epoch(),
                            reason);
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
}
