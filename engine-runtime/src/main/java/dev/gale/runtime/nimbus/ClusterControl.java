package dev.gale.runtime.nimbus;

import dev.gale.control.ComponentError;
import dev.gale.control.ConfigValue;
import dev.gale.control.Control;
import dev.gale.control.ControlException;
import dev.gale.control.ControlException.Kind;
import dev.gale.control.KillRequest;
import dev.gale.control.NimbusSummary;
import dev.gale.control.RebalanceRequest;
import dev.gale.control.SubmitRequest;
import dev.gale.control.SupervisorSummary;
import dev.gale.control.TaskSummary;
import dev.gale.control.TopologyDetails;
import dev.gale.control.TopologySummary;
import dev.gale.control.UploadRequest;
import dev.gale.control.UploadStatus;
import dev.gale.engine.nimbus.Outcome;
import dev.gale.engine.nimbus.TopologyLifecycle;
import dev.gale.engine.nimbus.TopologyRecord;
import dev.gale.spi.plugin.EngineException;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The use cases of a cluster, over one nimbus. Disk work is done by the files' executor, everything else by the control thread. */
public final class ClusterControl implements Control {
    private final NimbusDriver driver;
    private final TopologyReports reports;
    private final TopologyFiles files;
    private final Submissions submissions;
    private final ErrorReader errors;
    private final LeaderFinder leaders;
    private final Executor control;
    private final Executor disk;
    private final Supplier<List<ConfigValue>> config;

    /**
     * @param control the driver's thread
     * @param disk runs what blocks
     * @param config of this nimbus, secrets hidden
     */
    ClusterControl(
            NimbusDriver driver,
            TopologyReports reports,
            TopologyFiles files,
            Submissions submissions,
            ErrorReader errors,
            LeaderFinder leaders,
            Executor control,
            Executor disk,
            Supplier<List<ConfigValue>> config) {
        this.driver = driver;
        this.reports = reports;
        this.files = files;
        this.submissions = submissions;
        this.errors = errors;
        this.leaders = leaders;
        this.control = control;
        this.disk = disk;
        this.config = config;
    }

    @Override
    public CompletionStage<UploadStatus> beginUpload(UploadRequest request) {
        return asLeader(() -> onDisk(() -> files.begin(request)));
    }

    @Override
    public CompletionStage<UploadStatus> uploadChunk(String id, long offset, byte[] bytes) {
        return onDisk(() -> files.chunk(id, offset, bytes));
    }

    @Override
    public CompletionStage<UploadStatus> uploadStatus(String id) {
        return onDisk(() -> files.status(id));
    }

    @Override
    public CompletionStage<UploadStatus> finishUpload(String id) {
        return onDisk(() -> files.finish(id));
    }

    @Override
    public CompletionStage<TopologySummary> submit(SubmitRequest request) {
        return asLeader(() -> submissions.submit(request).thenApplyAsync(reports::summary, control));
    }

    @Override
    public CompletionStage<List<TopologySummary>> topologies() {
        return asLeader(() -> CompletableFuture.completedStage(reports.summaries()));
    }

    @Override
    public CompletionStage<TopologyDetails> topology(String name) {
        return withTopology(
                name,
                topology -> onDisk(() -> files.describe(topology.id(), topology.codeDigest())
                                .orElse(TopologyFiles.Described.NOTHING))
                        .thenApplyAsync(described -> reports.details(topology, described), control));
    }

    @Override
    public CompletionStage<TopologySummary> kill(String name, KillRequest request) {
        return change(name, (topology, wait) -> TopologyLifecycle.kill(topology, wait), request.waitMillis());
    }

    @Override
    public CompletionStage<TopologySummary> activate(String name) {
        return change(name, (topology, wait) -> TopologyLifecycle.activate(topology), OptionalLong.empty());
    }

    @Override
    public CompletionStage<TopologySummary> deactivate(String name) {
        return change(name, (topology, wait) -> TopologyLifecycle.deactivate(topology), OptionalLong.empty());
    }

    @Override
    public CompletionStage<TopologySummary> rebalance(String name, RebalanceRequest request) {
        return change(
                name,
                (topology, wait) -> TopologyLifecycle.rebalance(
                        topology,
                        new dev.gale.engine.nimbus.RebalanceRequest(wait, request.workers(), request.executors())),
                request.waitMillis());
    }

    @Override
    public CompletionStage<List<SupervisorSummary>> supervisors() {
        return asLeader(() -> CompletableFuture.completedStage(reports.supervisors()));
    }

    @Override
    public CompletionStage<List<NimbusSummary>> nimbuses() {
        return leaders.nimbuses();
    }

    @Override
    public CompletionStage<List<TaskSummary>> tasks(String name) {
        return withTopology(name, topology -> CompletableFuture.completedStage(reports.tasks(topology)));
    }

    @Override
    public CompletionStage<List<ComponentError>> errors(String name) {
        return withTopology(name, topology -> {
            List<ComponentError> own = reports.errors(topology);
            return errors.all(topology)
                    .thenApply(stored ->
                            Stream.concat(own.stream(), stored.stream()).toList());
        });
    }

    @Override
    public CompletionStage<List<ComponentError>> errors(String name, String component) {
        return withTopology(name, topology -> errors.of(topology, component));
    }

    @Override
    public CompletionStage<byte[]> code(String topologyId, String digest, String file, long offset) {
        return onDisk(() -> files.code(topologyId, digest, file, offset));
    }

    @Override
    public CompletionStage<List<ConfigValue>> config() {
        return CompletableFuture.completedStage(config.get());
    }

    private CompletionStage<TopologySummary> change(
            String name, BiFunction<TopologyRecord, Long, Outcome> change, OptionalLong waitMillis) {
        return asLeader(() -> driver.change(name, topology -> change.apply(topology, wait(topology, waitMillis)))
                .thenApplyAsync(outcome -> reports.summary(granted(outcome)), control));
    }

    private long wait(TopologyRecord topology, OptionalLong asked) {
        return asked.orElse(topology.messageTimeoutMillis());
    }

    private <T> CompletionStage<T> withTopology(String name, Function<TopologyRecord, CompletionStage<T>> of) {
        return asLeader(() -> driver.machine()
                .byName(name)
                .map(of)
                .orElseGet(() -> CompletableFuture.failedStage(new ControlException(
                        Kind.NOT_FOUND, "There is no topology '" + name + "'; gale list shows those there are"))));
    }

    /** Runs on the control thread if this nimbus leads. */
    private <T> CompletionStage<T> asLeader(Supplier<CompletionStage<T>> action) {
        CompletableFuture<T> done = new CompletableFuture<>();
        try {
            control.execute(() -> {
                try {
                    finish(driver.isInCharge() ? action.get() : notLeading(), done);
                } catch (RuntimeException e) {
                    done.completeExceptionally(forUsers(e));
                }
            });
        } catch (RejectedExecutionException e) {
            done.completeExceptionally(new ControlException(Kind.UNAVAILABLE, "This nimbus is ending; ask another", e));
        }
        return done;
    }

    private <T> CompletionStage<T> notLeading() {
        return leaders.address()
                .thenCompose(address -> CompletableFuture.failedStage(ControlException.notLeading(address)));
    }

    private <T> CompletionStage<T> onDisk(Supplier<T> action) {
        CompletableFuture<T> done = new CompletableFuture<>();
        finish(CompletableFuture.supplyAsync(action, disk), done);
        return done;
    }

    private static <T> void finish(CompletionStage<T> stage, CompletableFuture<T> done) {
        stage.whenComplete((result, failure) -> {
            if (failure == null) {
                done.complete(result);
            } else {
                done.completeExceptionally(forUsers(failure));
            }
        });
    }

    /** What a refusal of the machine is to whoever asked. */
    static TopologyRecord granted(Outcome outcome) {
        if (outcome instanceof Outcome.Granted granted) {
            return granted.record();
        }
        Outcome.Refused refused = (Outcome.Refused) outcome;
        throw new ControlException(
                switch (refused.kind()) {
                    case NOT_FOUND -> Kind.NOT_FOUND;
                    case CONFLICT -> Kind.CONFLICT;
                    case INVALID -> Kind.INVALID;
                },
                refused.reason());
    }

    private static ControlException forUsers(Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof ControlException known) {
            return known;
        }
        if (cause instanceof EngineException engine) {
            return switch (engine.category()) {
                case UNAVAILABLE, FENCED -> new ControlException(Kind.UNAVAILABLE, text(engine), engine);
                case REJECTED -> new ControlException(Kind.INVALID, text(engine), engine);
                case FATAL -> new ControlException(Kind.INTERNAL, text(engine), engine);
            };
        }
        return new ControlException(Kind.INTERNAL, "The request failed: " + cause, cause);
    }

    private static String text(Throwable failure) {
        return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }
}
