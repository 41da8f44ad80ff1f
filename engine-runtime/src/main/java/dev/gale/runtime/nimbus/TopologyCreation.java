package dev.gale.runtime.nimbus;

import dev.gale.engine.nimbus.NimbusMachine;
import dev.gale.engine.nimbus.Outcome;
import dev.gale.engine.nimbus.TopologyRecord;
import dev.gale.runtime.store.Keys;
import dev.gale.runtime.store.TopologyFormat;
import dev.gale.spi.metadata.CommitResult;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.plugin.Bytes;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the records of the topologies that are submitted during one term: first those of the tasks, and last the one that makes the
 * topology run. Of the control thread.
 */
final class TopologyCreation {
    private static final Logger LOG = LoggerFactory.getLogger(TopologyCreation.class);

    private final Term term;
    private final Keys keys;
    private final NimbusMachine machine;
    private final StoreView view;
    private final RecordSizes sizes;
    private final LongSupplier nanoClock;
    private final TopologyFormat format = new TopologyFormat();
    private final Set<String> namesUnderWay = new HashSet<>();

    TopologyCreation(
            Term term, Keys keys, NimbusMachine machine, StoreView view, RecordSizes sizes, LongSupplier nanoClock) {
        this.term = term;
        this.keys = keys;
        this.machine = machine;
        this.view = view;
        this.sizes = sizes;
        this.nanoClock = nanoClock;
    }

    /** @param done gets the topology that was accepted, an older one if this is a repetition of its submit; or why it was refused */
    void submit(TopologyRecord wanted, CompletableFuture<Outcome> done) {
        Optional<TopologyRecord> same = machine.byName(wanted.name());
        if (same.isPresent()
                && !wanted.submitKey().isEmpty()
                && same.get().submitKey().equals(wanted.submitKey())) {
            done.complete(new Outcome.Granted(same.get()));
        } else if (same.isPresent() || namesUnderWay.contains(wanted.name())) {
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
    }

    private void create(TopologyRecord topology, CompletableFuture<Outcome> done) {
        namesUnderWay.add(topology.name());
        machine.submitting(topology.id());
        CompletableFuture<Outcome> written = new CompletableFuture<>();
        term.putAll(TaskRecords.of(topology, keys), () -> start(topology, written), written::completeExceptionally);
        written.whenComplete((outcome, failure) -> {
            if (!term.isOver()) {
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

    /** Writes the record that makes a topology run. */
    private void start(TopologyRecord topology, CompletableFuture<Outcome> written) {
        Key key = keys.topology(topology.id());
        Bytes value = format.encode(topology, null);
        term.write(term.fenced().checkAbsent(key).put(key, value).build()).whenComplete((result, failure) -> {
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
    }
}
