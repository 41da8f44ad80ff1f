package dev.gale.adapter.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** Talks to a server, and holds every answer against the server's own document. */
final class ApiProbe {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final HttpClient client;
    private final String base;
    private final String token;
    private final JsonNode document;

    record Answer(int status, HttpResponse<byte[]> raw, JsonNode json) {
        String text(String pointer) {
            return json.at(pointer).asText();
        }

        String header(String name) {
            return raw.headers().firstValue(name).orElse("");
        }
    }

    ApiProbe(int port) throws Exception {
        this(HttpClient.newHttpClient(), "http://127.0.0.1:" + port, "");
    }

    /** @param token empty: none is sent */
    ApiProbe(HttpClient client, String base, String token) throws Exception {
        this.client = client;
        this.base = base;
        this.token = token;
        byte[] bytes = raw(request("GET", "/api/v1/openapi.json", BodyPublishers.noBody()))
                .body();
        document = Json.mapper().readTree(bytes);
        assertThat(document.path("openapi").asText()).isEqualTo("3.1.0");
    }

    Answer get(String path) throws Exception {
        return send("GET", path, request("GET", path, BodyPublishers.noBody()));
    }

    /** @param json empty: no body */
    Answer post(String path, String json, String... headers) throws Exception {
        BodyPublisher body =
                json.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(json.replace('\'', '"'));
        HttpRequest.Builder request = request("POST", path, body);
        if (!json.isEmpty()) {
            request.header("Content-Type", "application/json");
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        return send("POST", path, request);
    }

    Answer put(String path, byte[] chunk) throws Exception {
        return send(
                "PUT",
                path,
                request("PUT", path, BodyPublishers.ofByteArray(chunk))
                        .header("Content-Type", "application/octet-stream"));
    }

    HttpRequest.Builder request(String method, String path, BodyPublisher body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path))
                .timeout(PATIENCE)
                .method(method, body);
        return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
    }

    HttpResponse<byte[]> raw(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), BodyHandlers.ofByteArray());
    }

    Answer send(String method, String path, HttpRequest.Builder request) throws Exception {
        HttpResponse<byte[]> response = raw(request);
        JsonNode json = Json.mapper().readTree(response.body());
        String mediaType = response.headers().firstValue("Content-Type").orElse("");
        JsonNode operation = operation(method, path.replaceFirst("\\?.*", ""));
        boolean expected = operation.path("responses").has(String.valueOf(response.statusCode()));
        JsonNode schema = expected
                ? operation
                        .path("responses")
                        .path(String.valueOf(response.statusCode()))
                        .path("content")
                        .path("application/json")
                        .path("schema")
                : document.at("/components/schemas/Problem");
        assertThat(mediaType).isEqualTo(expected ? "application/json" : "application/problem+json");
        assertThat(new SchemaCheck(document).differences(schema, json))
                .as(method + " " + path + ": " + json)
                .isEmpty();
        if (!expected) {
            assertThat(json.path("status").asInt()).isEqualTo(response.statusCode());
            assertThat(json.path("type").asText()).startsWith("urn:gale:problem:");
            assertThat(json.toString()).doesNotContain("dev.gale", "Exception", "\\tat ", "jackson", "javalin");
        }
        return new Answer(response.statusCode(), response, json);
    }

    private JsonNode operation(String method, String path) {
        List<String> parts = List.of(path.split("/"));
        for (var entry : document.path("paths").properties()) {
            List<String> template = List.of(entry.getKey().split("/"));
            boolean same = template.size() == parts.size();
            for (int i = 0; same && i < parts.size(); i++) {
                same = template.get(i).startsWith("{") || template.get(i).equals(parts.get(i));
            }
            if (same) {
                return entry.getValue().path(method.toLowerCase(Locale.ROOT));
            }
        }
        return document.path("nowhere");
    }
}
