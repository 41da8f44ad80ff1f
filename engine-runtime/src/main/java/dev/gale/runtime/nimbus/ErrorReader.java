package dev.gale.runtime.nimbus;

import dev.gale.control.ComponentError;
import dev.gale.control.ControlException;
import dev.gale.control.ControlException.Kind;
import dev.gale.control.WorkerAddress;
import dev.gale.engine.cluster.SupervisorId;
import dev.gale.engine.nimbus.TopologyRecord;
import dev.gale.engine.task.ComponentTasks;
import dev.gale.engine.topology.Nearest;
import dev.gale.runtime.store.ErrorFormat;
import dev.gale.runtime.store.Keys;
import dev.gale.runtime.store.RecordException;
import dev.gale.runtime.store.StoredError;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.metadata.Versioned;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the errors of components from the store, when somebody asks for them. */
final class ErrorReader {
    private static final Logger LOG = LoggerFactory.getLogger(ErrorReader.class);

    private final MetadataStore store;
    private final Keys keys;
    private final Function<SupervisorId, String> hosts;
    private final ErrorFormat format = new ErrorFormat();

    /** @param hosts under which supervisors are reached, as far as is known; any thread */
    ErrorReader(MetadataStore store, Keys keys, Function<SupervisorId, String> hosts) {
        this.store = store;
        this.keys = keys;
        this.hosts = hosts;
    }

    CompletionStage<List<ComponentError>> all(TopologyRecord topology) {
        return store.children(keys.under(Keys.Kind.ERROR, topology.id()))
                .thenCompose(components -> together(components.stream()
                        .map(component -> newest(topology.id(), component))
                        .toList()));
    }

    CompletionStage<List<ComponentError>> of(TopologyRecord topology, String component) {
        List<String> known = topology.layout().components().stream()
                .map(ComponentTasks::component)
                .distinct()
                .toList();
        if (!known.contains(component) && !component.startsWith("_")) {
            throw new ControlException(
                    Kind.NOT_FOUND,
                    "Topology '" + topology.name() + "' has no component '" + component + "'; "
                            + Nearest.remedy(component, known));
        }
        return newest(topology.id(), component);
    }

    private CompletionStage<List<ComponentError>> newest(String topology, String component) {
        Key under = keys.under(Keys.Kind.ERROR, topology).child(component);
        return store.children(under)
                .thenCompose(names -> together(names.stream()
                        .map(name -> store.read(under.child(name)).thenApply(this::read))
                        .toList()));
    }

    private List<ComponentError> read(Optional<Versioned> state) {
        if (state.isEmpty()) {
            return List.of();
        }
        try {
            return List.of(shown(format.decode(state.get().value())));
        } catch (RecordException e) {
            LOG.warn("key={} is left out: {}", state.get().key(), e.getMessage());
            return List.of();
        }
    }

    private ComponentError shown(StoredError error) {
        String more = error.suppressed() == 0 ? "" : " (" + error.suppressed() + " more before it were not kept)";
        return new ComponentError(
                error.component(),
                error.task(),
                address(error.worker()),
                error.time(),
                error.message() + more,
                error.stackTrace());
    }

    private Optional<WorkerAddress> address(String worker) {
        return Keys.slot(worker.replace(':', '-'))
                .map(slot -> new WorkerAddress(slot.supervisor().value(), hosts.apply(slot.supervisor()), slot.port()));
    }

    private static CompletionStage<List<ComponentError>> together(List<CompletionStage<List<ComponentError>>> parts) {
        CompletionStage<List<ComponentError>> all = CompletableFuture.completedStage(List.of());
        for (CompletionStage<List<ComponentError>> part : parts) {
            all = all.thenCombine(part, (left, right) -> {
                List<ComponentError> both = new ArrayList<>(left);
                both.addAll(right);
                both.sort(Comparator.comparing(ComponentError::time).reversed());
                return both;
            });
        }
        return all;
    }
}
