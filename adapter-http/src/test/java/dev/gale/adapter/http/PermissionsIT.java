package dev.gale.adapter.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.adapter.http.HttpSettings.Limits;
import dev.gale.control.TopologyState;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who gets what from each route, as a table; a route that is not in it fails the test. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class PermissionsIT {
    private static final List<String> TOKENS = List.of("", "wrong", "view", "operate");

    /** Statuses with no token, a wrong one, the viewer's and the operator's; 4xx other than 401 and 403 means it was let through. */
    private static final Map<String, List<Integer>> EXPECTED = new TreeMap<>();

    static {
        expect("GET /livez", 200, 200, 200, 200);
        expect("GET /readyz", 200, 200, 200, 200);
        expect("GET /api/v1/openapi.json", 401, 401, 200, 200);
        expect("GET /api/v1/topologies", 401, 401, 200, 200);
        expect("GET /api/v1/topologies/{name}", 401, 401, 200, 200);
        expect("GET /api/v1/topologies/{name}/tasks", 401, 401, 200, 200);
        expect("GET /api/v1/topologies/{name}/errors", 401, 401, 200, 200);
        expect("GET /api/v1/supervisors", 401, 401, 200, 200);
        expect("GET /api/v1/nimbuses", 401, 401, 200, 200);
        expect("GET /api/v1/config", 401, 401, 200, 200);
        expect("POST /api/v1/topologies", 401, 401, 403, 415);
        expect("POST /api/v1/topologies/{name}/activate", 401, 401, 403, 200);
        expect("POST /api/v1/topologies/{name}/deactivate", 401, 401, 403, 200);
        expect("POST /api/v1/topologies/{name}/rebalance", 401, 401, 403, 202);
        expect("POST /api/v1/topologies/{name}/kill", 401, 401, 403, 202);
        expect("POST /api/v1/uploads", 401, 401, 403, 415);
        expect("GET /api/v1/uploads/{id}", 401, 401, 403, 404);
        expect("PUT /api/v1/uploads/{id}/content", 401, 401, 403, 400);
        expect("POST /api/v1/uploads/{id}/finish", 401, 401, 403, 404);
        expect("GET /api/v1/code/{topology}/{digest}/{file}", 401, 401, 403, 400);
        expect("GET /nowhere", 401, 401, 404, 404);
        expect("GET /api/v1/nowhere", 401, 401, 404, 404);
    }

    private final InMemoryControl control = new InMemoryControl();
    private final HttpClient client = HttpClient.newHttpClient();
    private HttpApi api;

    @BeforeEach
    void start() {
        api = HttpApi.start(
                new HttpSettings(
                        "127.0.0.1", 0, Optional.of("operate"), Optional.of("view"), Optional.empty(), Limits.DEFAULT),
                control);
        control.put(Samples.topology("words", TopologyState.ACTIVE));
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void everyRouteGivesWhatTheTableSays() throws Exception {
        Map<String, List<Integer>> found = new TreeMap<>();
        for (String route : EXPECTED.keySet()) {
            found.put(
                    route,
                    List.of(
                            status(route, TOKENS.get(0)),
                            status(route, TOKENS.get(1)),
                            status(route, TOKENS.get(2)),
                            status(route, TOKENS.get(3))));
        }

        assertThat(found).isEqualTo(EXPECTED);
    }

    @Test
    void everyRouteIsInTheTable() {
        assertThat(EXPECTED.keySet())
                .containsAll(Routes.of(control).stream()
                        .map(route -> route.method() + " " + route.path())
                        .toList());
    }

    @Test
    void whoIsRefusedHasDoneNothing() throws Exception {
        status("POST /api/v1/topologies/{name}/kill", "view");
        status("POST /api/v1/topologies/{name}/kill", "wrong");

        assertThat(control.calls()).isEmpty();
    }

    @Test
    void whoIsNotKnownIsAskedForAToken() throws Exception {
        var response = client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + api.port() + "/api/v1/topologies"))
                        .build(),
                BodyHandlers.ofString());

        assertThat(response.headers().firstValue("WWW-Authenticate"))
                .hasValueSatisfying(it -> assertThat(it).startsWith("Bearer"));
        assertThat(response.body()).contains("nimbus.api.token").doesNotContain("operate");
    }

    private int status(String route, String token) throws Exception {
        control.put(Samples.topology("words", TopologyState.ACTIVE));
        String[] parts = route.split(" ");
        String path = parts[1].replace("{name}", "words")
                .replace("{id}", "upload-9")
                .replaceAll("\\{(topology|digest|file)}", "x");
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + api.port() + path))
                .method(parts[0], BodyPublishers.noBody());
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        return client.send(request.build(), BodyHandlers.discarding()).statusCode();
    }

    private static void expect(String route, Integer... statuses) {
        EXPECTED.put(route, List.of(statuses));
    }
}
