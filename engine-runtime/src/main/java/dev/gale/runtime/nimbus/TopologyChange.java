package dev.gale.runtime.nimbus;

import dev.gale.api.TopologyStatus;
import dev.gale.engine.nimbus.NimbusMachine;
import dev.gale.engine.nimbus.Outcome;
import dev.gale.engine.nimbus.TopologyRecord;
import dev.gale.runtime.store.Keys;
import dev.gale.runtime.store.TopologyFormat;
import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.CommitResult;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.plugin.Bytes;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Changes the records of topologies as users request it during one term. Of the control thread. */
final class TopologyChange {
    private static final Logger LOG = LoggerFactory.getLogger(TopologyChange.class);

    private final Term term;
    private final Keys keys;
    private final NimbusMachine machine;
    private final StoreView view;
    private final RecordSizes sizes;
    private final LongSupplier nanoClock;
    private final TopologyFormat format = new TopologyFormat();

    TopologyChange(
            Term term, Keys keys, NimbusMachine machine, StoreView view, RecordSizes sizes, LongSupplier nanoClock) {
        this.term = term;
        this.keys = keys;
        this.machine = machine;
        this.view = view;
        this.sizes = sizes;
        this.nanoClock = nanoClock;
    }

    /**
     * @param change from what is to what is wanted
     * @param done gets what was granted, once it is durable, or why not
     * @param outrun runs instead if somebody else changed the record meanwhile
     */
    void attempt(
            String name, Function<TopologyRecord, Outcome> change, CompletableFuture<Outcome> done, Runnable outrun) {
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
        Optional<String> problem = problem(next);
        if (problem.isPresent()) {
            done.complete(new Outcome.Refused(Outcome.Refusal.INVALID, problem.get()));
            return;
        }
        Key key = keys.topology(next.id());
        Bytes value = format.encode(next, view.value(key));
        Commit commit = term.fenced().check(view.unchanged(key)).put(key, value).build();
        term.write(commit).whenComplete((result, failure) -> {
            if (failure != null) {
                done.completeExceptionally(failure);
            } else if (result instanceof CommitResult.Accepted accepted) {
                view.written(key, accepted.version(key), value);
                machine.topology(next, nanoClock.getAsLong());
                LOG.info("topology={} status={} by request", next.id(), next.status());
                done.complete(outcome);
            } else {
                outrun.run();
            }
        });
    }

    /** Why the store could not hold what a rebalance asks for. */
    private Optional<String> problem(TopologyRecord next) {
        return next.pending()
                .filter(pending -> next.status() == TopologyStatus.REBALANCING)
                .flatMap(pending -> sizes.problem(next, pending.layout(), pending.workers()));
    }
}
