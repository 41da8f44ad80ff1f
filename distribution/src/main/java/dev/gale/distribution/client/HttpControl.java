package dev.gale.distribution.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpClient.Version;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * A cluster over HTTP. Follows NOT_LEADING to the leader; while connections fail it tries all seeds again until the time limit, if the
 * request may be repeated. All methods may be called from any thread.
 */
public final class HttpControl implements Control {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final String TOPOLOGIES = "/api/v1/topologies";
    private static final String UPLOADS = "/api/v1/uploads";

    private final Connection connection;
    private final boolean repeats;
    private final HttpClient client;
    private final Addresses addresses;
    private final ObjectMapper mapper = ControlJson.mapper();
    private final ProblemReader problems = new ProblemReader(mapper);

    /** Connects to nobody yet. @throws ControlException INVALID if an address or the trust store cannot be used */
    public HttpControl(Connection connection) {
        this(connection, true);
    }

    private HttpControl(Connection connection, boolean repeats) {
        this.repeats = repeats;
        this.connection = connection;
        boolean tls = connection.trustStore().isPresent();
        addresses = new Addresses(connection.seeds().stream()
                .map(seed -> Address.parse(seed, tls))
                .toList());
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(Version.HTTP_1_1)
                .followRedirects(Redirect.NEVER)
                .connectTimeout(
                        CONNECT_TIMEOUT.compareTo(connection.timeout()) < 0 ? CONNECT_TIMEOUT : connection.timeout());
        connection.trustStore().ifPresent(store -> builder.sslContext(Trust.in(store)));
        client = builder.build();
    }

    /** The same, but each seed is asked once at most, for callers that try again by themselves. */
    public static HttpControl askingOnce(Connection connection) {
        return new HttpControl(connection, false);
    }

    @Override
    public CompletionStage<UploadStatus> beginUpload(UploadRequest request) {
        return one(Call.post(UPLOADS, json(request), true), UploadStatus.class);
    }

    @Override
    public CompletionStage<UploadStatus> uploadChunk(String id, long offset, byte[] bytes) {
        return one(Call.put(UPLOADS + "/" + part(id) + "/content?offset=" + offset, bytes), UploadStatus.class);
    }

    @Override
    public CompletionStage<UploadStatus> uploadStatus(String id) {
        return one(Call.get(UPLOADS + "/" + part(id)), UploadStatus.class);
    }

    @Override
    public CompletionStage<UploadStatus> finishUpload(String id) {
        return one(Call.post(UPLOADS + "/" + part(id) + "/finish", new byte[0], true), UploadStatus.class);
    }

    @Override
    public CompletionStage<TopologySummary> submit(SubmitRequest request) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("name", request.name());
        body.put("conf", request.conf());
        body.put("jarUpload", request.jarUpload());
        body.put("codeUpload", request.codeUpload());
        body.put("active", request.active());
        String key = request.idempotencyKey();
        Call call = Call.post(TOPOLOGIES, json(body), !key.isEmpty());
        return one(key.isEmpty() ? call : call.withHeader("Idempotency-Key", key), TopologySummary.class);
    }

    @Override
    public CompletionStage<List<TopologySummary>> topologies() {
        return items(TOPOLOGIES, TopologySummary.class);
    }

    @Override
    public CompletionStage<TopologyDetails> topology(String name) {
        return one(Call.get(path(name)), TopologyDetails.class);
    }

    @Override
    public CompletionStage<TopologySummary> kill(String name, KillRequest request) {
        return one(Call.post(path(name) + "/kill", json(request), true), TopologySummary.class);
    }

    @Override
    public CompletionStage<TopologySummary> activate(String name) {
        return one(Call.post(path(name) + "/activate", new byte[0], true), TopologySummary.class);
    }

    @Override
    public CompletionStage<TopologySummary> deactivate(String name) {
        return one(Call.post(path(name) + "/deactivate", new byte[0], true), TopologySummary.class);
    }

    @Override
    public CompletionStage<TopologySummary> rebalance(String name, RebalanceRequest request) {
        return one(Call.post(path(name) + "/rebalance", json(request), false), TopologySummary.class);
    }

    @Override
    public CompletionStage<List<SupervisorSummary>> supervisors() {
        return items("/api/v1/supervisors", SupervisorSummary.class);
    }

    @Override
    public CompletionStage<List<NimbusSummary>> nimbuses() {
        return items("/api/v1/nimbuses", NimbusSummary.class);
    }

    @Override
    public CompletionStage<List<TaskSummary>> tasks(String name) {
        return items(path(name) + "/tasks", TaskSummary.class);
    }

    @Override
    public CompletionStage<List<ComponentError>> errors(String name) {
        return items(path(name) + "/errors", ComponentError.class);
    }

    @Override
    public CompletionStage<List<ComponentError>> errors(String name, String component) {
        return items(path(name) + "/errors?component=" + part(component), ComponentError.class);
    }

    @Override
    public CompletionStage<byte[]> code(String topologyId, String digest, String file, long offset) {
        return send(Call.get(
                "/api/v1/code/" + part(topologyId) + "/" + part(digest) + "/" + part(file) + "?offset=" + offset));
    }

    @Override
    public CompletionStage<List<ConfigValue>> config() {
        return items("/api/v1/config", ConfigValue.class);
    }

    private static String path(String topology) {
        return TOPOLOGIES + "/" + part(topology);
    }

    private static String part(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private <T> CompletionStage<T> one(Call call, Class<T> type) {
        JavaType wanted = mapper.constructType(type);
        return send(call).thenApply(body -> read(body, "", wanted));
    }

    private <T> CompletionStage<List<T>> items(String path, Class<T> type) {
        JavaType wanted = mapper.getTypeFactory().constructCollectionType(List.class, type);
        return send(Call.get(path)).thenApply(body -> read(body, "/items", wanted));
    }

    private CompletionStage<byte[]> send(Call call) {
        return new Exchange(client, addresses, connection, problems, call, repeats, System::nanoTime).start();
    }

    private <T> T read(byte[] body, String pointer, JavaType type) {
        try {
            JsonNode json = mapper.readTree(body).at(pointer);
            return mapper.readValue(mapper.treeAsTokens(json), type);
        } catch (IOException e) {
            throw new ControlException(
                    Kind.INTERNAL,
                    "What answers at " + addresses.first().hostPort()
                            + " is no nimbus that this version understands; see nimbus.seeds and --nimbus",
                    e);
        }
    }

    private byte[] json(Object value) {
        try {
            return mapper.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new ControlException(
                    Kind.INVALID,
                    "A topology's config takes texts, numbers, booleans, lists and maps: " + e.getOriginalMessage(),
                    e);
        }
    }
}
