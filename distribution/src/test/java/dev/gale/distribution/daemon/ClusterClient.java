package dev.gale.distribution.daemon;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gale.api.Topology;
import dev.gale.runtime.code.TopologyCode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Asks whichever nimbus leads. */
final class ClusterClient {
    private static final int NOT_LEADING = 421;
    private static final int UNAVAILABLE = 503;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private final ObjectMapper json = new ObjectMapper();
    private final List<Integer> ports;

    record Answer(int status, JsonNode body) {
        boolean isGood() {
            return status / 100 == 2;
        }
    }

    /** @param ports of the APIs of all nimbuses */
    ClusterClient(List<Integer> ports) {
        this.ports = List.copyOf(ports);
    }

    JsonNode get(String path) throws IOException, InterruptedException {
        return good(send("GET", path, BodyPublishers.noBody()));
    }

    JsonNode post(String path, Map<String, ?> body) throws IOException, InterruptedException {
        return good(tryPost(path, body));
    }

    Answer tryPost(String path, Map<String, ?> body) throws IOException, InterruptedException {
        return send("POST", path, BodyPublishers.ofString(json.writeValueAsString(body)));
    }

    JsonNode submit(String name, Topology topology, Map<String, Object> conf, byte[] jar) throws Exception {
        return good(trySubmit(name, topology, conf, jar));
    }

    /** Uploads belong to the nimbus that took them: all goes to the leader. */
    Answer trySubmit(String name, Topology topology, Map<String, Object> conf, byte[] jar) throws Exception {
        return new ClusterClient(List.of(leader())).submitHere(name, topology, conf, jar);
    }

    /** The port of its API. */
    int leader() throws IOException, InterruptedException {
        for (JsonNode nimbus : get("nimbuses").path("items")) {
            if (nimbus.path("leading").asBoolean()) {
                String address = nimbus.path("address").asText();
                return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
            }
        }
        throw new IOException("nobody leads");
    }

    private Answer submitHere(String name, Topology topology, Map<String, Object> conf, byte[] jar) throws Exception {
        byte[] code = TopologyCode.of(topology, problem -> {
                    throw new AssertionError(problem.toString());
                })
                .orElseThrow()
                .encode();
        return tryPost(
                "topologies", Map.of("name", name, "conf", conf, "jarUpload", upload(jar), "codeUpload", upload(code)));
    }

    String status(String name) throws IOException, InterruptedException {
        return get("topologies/" + name).at("/topology/status").asText();
    }

    /** The id of the topology of a name. */
    String id(String name) throws IOException, InterruptedException {
        return get("topologies/" + name).at("/topology/id").asText();
    }

    private String upload(byte[] content) throws Exception {
        String digest =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        String id = post("uploads", Map.of("bytes", content.length, "sha256", digest))
                .path("id")
                .asText();
        good(send("PUT", "uploads/" + id + "/content?offset=0", BodyPublishers.ofByteArray(content)));
        return post("uploads/" + id + "/finish", Map.of()).path("id").asText();
    }

    private static JsonNode good(Answer answer) throws IOException {
        if (!answer.isGood()) {
            throw new IOException(answer.status + ": " + answer.body);
        }
        return answer.body;
    }

    private Answer send(String method, String path, BodyPublisher body) throws IOException, InterruptedException {
        IOException failure = null;
        Answer refused = null;
        for (int port : ports) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/v1/" + path))
                    .timeout(PATIENCE)
                    .header("Content-Type", method.equals("PUT") ? "application/octet-stream" : "application/json")
                    .method(method, body)
                    .build();
            try {
                HttpResponse<byte[]> response = http.send(request, BodyHandlers.ofByteArray());
                Answer answer = new Answer(response.statusCode(), json.readTree(response.body()));
                if (answer.status != NOT_LEADING && answer.status != UNAVAILABLE) {
                    return answer;
                }
                refused = answer;
            } catch (IOException e) {
                failure = e;
            }
        }
        if (refused != null) {
            return refused;
        }
        throw failure == null ? new IOException("no nimbus is known") : failure;
    }
}
