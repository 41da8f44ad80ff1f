package dev.gale.runtime.nimbus;

import dev.gale.engine.nimbus.NimbusCommand;
import dev.gale.engine.nimbus.NimbusMachine;
import dev.gale.engine.nimbus.TopologyRecord;
import dev.gale.runtime.store.AssignmentFormat;
import dev.gale.runtime.store.AssignmentRecord;
import dev.gale.runtime.store.Keys;
import dev.gale.runtime.store.TopologyFormat;
import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.CommitResult;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.plugin.EngineException;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes down what the machine decides during one term, and tells it whether the store took it. Of the control thread. */
final class CommandWriter {
    private static final Logger LOG = LoggerFactory.getLogger(CommandWriter.class);

    private final Term term;
    private final Keys keys;
    private final NimbusMachine machine;
    private final ClusterImage image;
    private final StoreView view;
    private final LongSupplier nanoClock;
    private final InstantSource clock;
    private final Consumer<String> afterRemoval;
    /** Why the last command of a topology was not written down, so that it is said once. */
    private final Map<String, String> troubles = new HashMap<>();

    private final TopologyFormat topologyFormat = new TopologyFormat();
    private final AssignmentFormat assignmentFormat = new AssignmentFormat();

    /** @param afterRemoval is told the id of each topology of which nothing is left in the store */
    CommandWriter(
            Term term,
            Keys keys,
            NimbusMachine machine,
            ClusterImage image,
            LongSupplier nanoClock,
            InstantSource clock,
            Consumer<String> afterRemoval) {
        this.term = term;
        this.keys = keys;
        this.machine = machine;
        this.image = image;
        view = image.view();
        this.nanoClock = nanoClock;
        this.clock = clock;
        this.afterRemoval = afterRemoval;
    }

    void carryOut(NimbusCommand command) {
        if (command instanceof NimbusCommand.Write write) {
            List<Commit.Put> newTasks =
                    write.record().map(record -> TaskRecords.of(record, keys)).orElse(List.of()).stream()
                            .filter(put -> !view.has(put.key()))
                            .toList();
            term.putAll(newTasks, () -> writeRecords(write), failure -> refused(write, failure));
        } else {
            remove((NimbusCommand.Remove) command);
        }
    }

    /** The record and the assignment, which depend on each other, change together. */
    private void writeRecords(NimbusCommand.Write write) {
        if (term.isOver()) {
            machine.refused(write);
            return;
        }
        String id = write.topology();
        Key topologyKey = keys.topology(id);
        Key assignmentKey = keys.assignment(id);
        Commit.Builder commit = term.fenced().check(view.unchanged(topologyKey));
        Map<Key, Bytes> values = new HashMap<>();
        write.record()
                .ifPresent(record -> values.put(topologyKey, topologyFormat.encode(record, view.value(topologyKey))));
        @Nullable AssignmentRecord next = nextAssignment(write);
        if (next != null) {
            commit.check(view.unchanged(assignmentKey));
            values.put(assignmentKey, assignmentFormat.encode(next, view.value(assignmentKey)));
        }
        values.forEach(commit::put);
        Commit built;
        try {
            built = commit.build();
        } catch (EngineException e) {
            refused(write, e);
            return;
        }
        term.write(built).whenComplete((result, failure) -> {
            if (result instanceof CommitResult.Accepted accepted) {
                values.forEach((key, value) -> view.written(key, accepted.version(key), value));
                if (next != null) {
                    image.assigned(id, next);
                }
                accepted(write);
            } else {
                refused(write, failure);
            }
        });
    }

    private @Nullable AssignmentRecord nextAssignment(NimbusCommand.Write write) {
        String id = write.topology();
        return write.assignment()
                .map(assignment -> AssignmentRecord.next(
                        image.assignment(id), assignment, machine.cluster().hosts(), clock.instant(), codeDigest(id)))
                .orElse(null);
    }

    private String codeDigest(String id) {
        TopologyRecord record = machine.topologies().get(id);
        return record == null ? "" : record.codeDigest();
    }

    /** The records that make a topology run go first and together; what is left without them is swept, by the next leader if need be. */
    private void remove(NimbusCommand.Remove remove) {
        String id = remove.topology();
        Key topologyKey = keys.topology(id);
        List<Key> rest = image.leftovers(id);
        Commit commit = term.fenced()
                .check(view.unchanged(topologyKey))
                .delete(topologyKey)
                .delete(keys.assignment(id))
                .build();
        term.write(commit).whenComplete((result, failure) -> {
            if (result == null || !result.accepted()) {
                refused(remove, failure);
                return;
            }
            image.removed(id);
            term.deleteAll(
                    rest,
                    deleted -> deleted.forEach(view::deleted),
                    () -> {
                        accepted(remove);
                        image.tellWhetherAnyTrace(id);
                        afterRemoval.accept(id);
                    },
                    why -> refused(remove, why));
        });
    }

    private void accepted(NimbusCommand command) {
        troubles.remove(command.topology());
        LOG.info("topology={} {}: {}", command.topology(), verb(command), command.reason());
        machine.accepted(command, nanoClock.getAsLong());
    }

    /** @param failure null if somebody changed the records meanwhile: what is to be done is decided anew then, as it is always */
    private void refused(NimbusCommand command, @Nullable Throwable failure) {
        machine.refused(command);
        String why = failure == null ? "" : String.valueOf(failure.getMessage());
        if (failure != null && !why.equals(troubles.put(command.topology(), why)) && !term.isOver()) {
            LOG.warn(
                    "topology={} {}: that could not be written down, and is tried again until it can: {}",
                    command.topology(),
                    verb(command),
                    why);
        }
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
}
