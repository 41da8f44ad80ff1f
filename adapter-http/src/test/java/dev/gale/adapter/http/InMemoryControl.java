package dev.gale.adapter.http;

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
import dev.gale.control.TopologyState;
import dev.gale.control.TopologySummary;
import dev.gale.control.UploadRequest;
import dev.gale.control.UploadStatus;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** A cluster that is a map: what is asked of it happens at once, or fails as a test wants. Safe for use by several threads. */
public final class InMemoryControl implements Control {
    private final Map<String, TopologySummary> topologies = new TreeMap<>();
    private final Map<String, String> names = new TreeMap<>();
    private final MemoryUploads uploads = new MemoryUploads();
    private final List<String> calls = new ArrayList<>();
    private final List<RuntimeException> failures = new ArrayList<>();

    private boolean silent;
    private boolean leads = true;

    /** The next calls fail so, one each. */
    public synchronized void failNext(RuntimeException... next) {
        failures.addAll(List.of(next));
    }

    /** From now on nothing is answered. */
    public synchronized void fallSilent() {
        silent = true;
    }

    public synchronized void lead(boolean wanted) {
        leads = wanted;
    }

    /** As the cluster does with a killed topology some time later. */
    public synchronized void remove(String name) {
        topologies.remove(name);
    }

    public synchronized void put(TopologySummary topology) {
        topologies.put(topology.name(), topology);
    }

    /** The names of the methods that were called, in order. */
    public synchronized List<String> calls() {
        return List.copyOf(calls);
    }

    public MemoryUploads uploads() {
        return uploads;
    }

    @Override
    public CompletionStage<UploadStatus> beginUpload(UploadRequest request) {
        return answer("beginUpload", () -> uploads.begin(request));
    }

    @Override
    public CompletionStage<UploadStatus> uploadChunk(String id, long offset, byte[] bytes) {
        return answer("uploadChunk", () -> uploads.chunk(id, offset, bytes));
    }

    @Override
    public CompletionStage<UploadStatus> uploadStatus(String id) {
        return answer("uploadStatus", () -> uploads.status(id));
    }

    @Override
    public CompletionStage<UploadStatus> finishUpload(String id) {
        return answer("finishUpload", () -> uploads.finish(id));
    }

    @Override
    public CompletionStage<TopologySummary> submit(SubmitRequest request) {
        return answer("submit", () -> {
            String known = names.get(request.idempotencyKey());
            if (!request.idempotencyKey().isEmpty() && known != null) {
                return find(known);
            }
            if (!request.name().matches("[A-Za-z0-9][A-Za-z0-9_-]{0,127}")) {
                throw new ControlException(Kind.INVALID, "topology name: '" + request.name() + "' is not a name");
            }
            if (topologies.containsKey(request.name())) {
                throw new ControlException(
                        Kind.CONFLICT,
                        "There is a topology '" + request.name()
                                + "' already, ACTIVE; kill it first, or choose another name");
            }
            uploads.require(request.jarUpload());
            uploads.require(request.codeUpload());
            TopologySummary topology =
                    Samples.topology(request.name(), request.active() ? TopologyState.ACTIVE : TopologyState.INACTIVE);
            topologies.put(request.name(), topology);
            names.put(request.idempotencyKey(), request.name());
            return topology;
        });
    }

    @Override
    public CompletionStage<List<TopologySummary>> topologies() {
        return answer("topologies", () -> List.copyOf(topologies.values()));
    }

    @Override
    public CompletionStage<TopologyDetails> topology(String name) {
        return answer("topology", () -> Samples.details(find(name)));
    }

    @Override
    public CompletionStage<TopologySummary> kill(String name, KillRequest request) {
        return answer("kill", () -> {
            TopologySummary killed = Samples.waiting(
                    find(name), TopologyState.KILLED, request.waitMillis().orElse(30_000));
            topologies.put(name, killed);
            return killed;
        });
    }

    @Override
    public CompletionStage<TopologySummary> activate(String name) {
        return answer("activate", () -> change(name, topology -> Samples.with(topology, TopologyState.ACTIVE)));
    }

    @Override
    public CompletionStage<TopologySummary> deactivate(String name) {
        return answer("deactivate", () -> change(name, topology -> Samples.with(topology, TopologyState.INACTIVE)));
    }

    @Override
    public CompletionStage<TopologySummary> rebalance(String name, RebalanceRequest request) {
        return answer("rebalance", () -> {
            if (request.workers().orElse(1) < 1) {
                throw new ControlException(
                        Kind.INVALID, "Topology '" + name + "' cannot have 0 workers; give 1 or more");
            }
            return change(
                    name,
                    topology -> Samples.waiting(
                            topology,
                            TopologyState.REBALANCING,
                            request.waitMillis().orElse(30_000)));
        });
    }

    @Override
    public CompletionStage<List<SupervisorSummary>> supervisors() {
        return answer("supervisors", Samples::supervisors);
    }

    @Override
    public CompletionStage<List<NimbusSummary>> nimbuses() {
        return answer(
                "nimbuses",
                () -> List.of(new NimbusSummary(
                        "127.0.0.1:7070", leads, leads ? OptionalLong.of(3) : OptionalLong.empty(), "0.1.0")));
    }

    @Override
    public CompletionStage<List<TaskSummary>> tasks(String name) {
        return answer("tasks", () -> {
            find(name);
            return Samples.tasks();
        });
    }

    @Override
    public CompletionStage<List<ComponentError>> errors(String name) {
        return answer("errors", () -> {
            find(name);
            return Samples.errors();
        });
    }

    @Override
    public CompletionStage<List<ComponentError>> errors(String name, String component) {
        return answer("errors", () -> {
            find(name);
            if (!component.equals("split")) {
                throw new ControlException(
                        Kind.NOT_FOUND,
                        "Topology '" + name + "' has no component '" + component + "'; did you mean 'split'?");
            }
            return Samples.errors();
        });
    }

    @Override
    public CompletionStage<byte[]> code(String topologyId, String digest, String file, long offset) {
        return answer("code", () -> {
            if (!topologyId.equals("words-1-1")) {
                throw new ControlException(Kind.NOT_FOUND, "The code of topology " + topologyId + " is not here");
            }
            byte[] content = (digest + " " + file).getBytes(StandardCharsets.UTF_8);
            return Arrays.copyOfRange(content, (int) Math.min(offset, content.length), content.length);
        });
    }

    @Override
    public CompletionStage<List<ConfigValue>> config() {
        return answer(
                "config",
                () -> List.of(
                        new ConfigValue("nimbus.api.token", ConfigValue.HIDDEN, "gale.yaml:3"),
                        new ConfigValue("supervisor.slots.ports", List.of(6700, 6701), "default")));
    }

    private synchronized <T> CompletionStage<T> answer(String method, Supplier<T> answer) {
        calls.add(method);
        if (silent) {
            return new CompletableFuture<>();
        }
        if (!failures.isEmpty()) {
            return CompletableFuture.failedFuture(failures.remove(0));
        }
        try {
            return CompletableFuture.completedFuture(answer.get());
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private TopologySummary change(String name, UnaryOperator<TopologySummary> change) {
        TopologySummary before = find(name);
        if (before.status() == TopologyState.KILLED) {
            throw new ControlException(
                    Kind.CONFLICT, "Topology '" + name + "' is KILLED and cannot be changed any more");
        }
        TopologySummary after = change.apply(before);
        topologies.put(name, after);
        return after;
    }

    private TopologySummary find(String name) {
        TopologySummary topology = topologies.get(name);
        if (topology == null) {
            throw new ControlException(
                    Kind.NOT_FOUND, "There is no topology '" + name + "'; gale list shows those there are");
        }
        return topology;
    }
}
