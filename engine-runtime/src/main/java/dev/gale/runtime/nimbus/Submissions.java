package dev.gale.runtime.nimbus;

import dev.gale.api.TopologyStatus;
import dev.gale.control.ControlException;
import dev.gale.control.ControlException.Kind;
import dev.gale.control.SubmitRequest;
import dev.gale.engine.nimbus.TopologyRecord;
import dev.gale.engine.topology.TopologyValidator;
import dev.gale.runtime.nimbus.TopologyFiles.Kept;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Takes topologies in: what does not depend on the cluster's state is checked on disk, then the records are made. Of the control
 * thread.
 */
final class Submissions {
    /**
     * The most that one topology may ask for.
     *
     * @param slots workers
     * @param executors over all components
     */
    record Limits(int slots, int executors) {}

    /** What a repetition has in common with the submit that it repeats. */
    private record Repeatable(String name, String key) {}

    private final NimbusDriver driver;
    private final TopologyFiles files;
    private final Limits limits;
    private final Executor disk;
    private final Executor control;
    private final InstantSource clock;
    private final Set<String> underWay = new HashSet<>();
    private final Map<Repeatable, CompletionStage<TopologyRecord>> repeatable = new HashMap<>();
    private long number;

    Submissions(
            NimbusDriver driver,
            TopologyFiles files,
            Limits limits,
            Executor disk,
            Executor control,
            InstantSource clock) {
        this.driver = driver;
        this.files = files;
        this.limits = limits;
        this.disk = disk;
        this.control = control;
        this.clock = clock;
    }

    CompletionStage<TopologyRecord> submit(SubmitRequest request) {
        TopologyValidator.validateName(request.name()).ifPresent(problem -> {
            throw new ControlException(Kind.INVALID, problem.toString());
        });
        Optional<TopologyRecord> same = driver.machine().byName(request.name());
        if (same.isPresent()) {
            if (!request.idempotencyKey().isEmpty() && same.get().submitKey().equals(request.idempotencyKey())) {
                return CompletableFuture.completedStage(same.get());
            }
            throw new ControlException(
                    Kind.CONFLICT,
                    "There is a topology '" + request.name() + "' already, "
                            + same.get().status() + "; kill it first, or choose another name");
        }
        Repeatable wanted = new Repeatable(request.name(), request.idempotencyKey());
        CompletionStage<TopologyRecord> first = repeatable.get(wanted);
        if (first != null) {
            return first;
        }
        String id = request.name() + "-" + driver.epoch().orElseThrow() + "-" + ++number;
        underWay.add(id);
        CompletionStage<TopologyRecord> answer = CompletableFuture.supplyAsync(() -> files.keep(id, request), disk)
                .thenCompose(kept -> start(id, request, kept))
                .whenCompleteAsync(
                        (record, failure) -> {
                            underWay.remove(id);
                            repeatable.remove(wanted);
                        },
                        control);
        if (!wanted.key().isEmpty()) {
            repeatable.put(wanted, answer); // before the control thread, which this is, can remove it
        }
        return answer;
    }

    private CompletionStage<TopologyRecord> start(String id, SubmitRequest request, Kept kept) {
        return CompletableFuture.completedStage(kept)
                .thenApply(it -> record(id, request, it))
                .thenCompose(driver::submit)
                .thenApply(ClusterControl::granted)
                .whenCompleteAsync((record, failure) -> settle(id, kept, record, failure), disk);
    }

    /** The uploads are kept for a repetition as long as the outcome is not known, and so are the files: there may be a record of them. */
    private void settle(String id, Kept kept, @Nullable TopologyRecord granted, @Nullable Throwable failure) {
        try {
            boolean refused = failure != null && isFinal(failure);
            if (granted != null || refused) {
                kept.uploads().use();
            }
            if (refused || granted != null && !granted.id().equals(id)) {
                files.remove(id);
            }
        } finally {
            kept.uploads().release();
        }
    }

    private static boolean isFinal(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        return cause instanceof ControlException refusal
                && (refusal.kind() == Kind.INVALID || refusal.kind() == Kind.CONFLICT);
    }

    /** Ids whose files may be on disk before there is a record. */
    Set<String> underWay() {
        return Set.copyOf(underWay);
    }

    private TopologyRecord record(String id, SubmitRequest request, Kept kept) {
        int workers = kept.settings().workers();
        int executors = kept.layout().executors().size();
        if (workers > limits.slots()) {
            throw new ControlException(
                    Kind.INVALID,
                    "Topology '" + request.name() + "' asks for " + workers
                            + " workers, and nimbus.slots.perTopology is " + limits.slots()
                            + "; set topology.workers lower");
        }
        if (executors > limits.executors()) {
            throw new ControlException(
                    Kind.INVALID,
                    "Topology '" + request.name() + "' has " + executors
                            + " executors, and nimbus.executors.perTopology is " + limits.executors()
                            + "; ask for less parallelism");
        }
        return new TopologyRecord(
                id,
                request.name(),
                request.active() ? TopologyStatus.ACTIVE : TopologyStatus.INACTIVE,
                workers,
                kept.layout(),
                clock.instant(),
                kept.digest(),
                request.idempotencyKey(),
                kept.settings().messageTimeout().toMillis(),
                Optional.empty());
    }
}
