package dev.gale.adapter.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.javalin.Javalin;
import io.javalin.router.ParsedEndpoint;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class OpenApiTest {
    private final List<Route> routes = Routes.of(new InMemoryControl());
    private final JsonNode document = Json.mapper().valueToTree(OpenApi.of(routes));

    @Test
    void theDocumentHasTheServersRoutesAndNoOther() {
        ProblemWriter problems = new ProblemWriter(Json.mapper());
        Javalin server =
                HttpApi.build(HttpSettings.loopback(0), new InMemoryControl(), new Gate(1, problems), problems);
        Set<String> served = server.unsafe.internalRouter.allHttpHandlers().stream()
                .map((ParsedEndpoint it) -> it.endpoint)
                .filter(endpoint -> endpoint.method.isHttpMethod())
                .map(endpoint -> endpoint.method.name() + " " + endpoint.path)
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> documented = new TreeSet<>();
        document.path("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .properties()
                        .forEach(method ->
                                documented.add(method.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey())));

        assertThat(documented).isEqualTo(served).hasSizeGreaterThan(15);
    }

    @Test
    void everyReferenceLeadsToASchema() {
        Set<String> names = new TreeSet<>();
        document.at("/components/schemas").properties().forEach(it -> names.add(it.getKey()));

        assertThat(document.findValues("$ref"))
                .isNotEmpty()
                .allSatisfy(reference ->
                        assertThat(names).contains(reference.asText().replace("#/components/schemas/", "")));
    }

    @Test
    void noTwoRoutesShareAnId() {
        assertThat(routes).extracting(Route::id).doesNotHaveDuplicates();
    }

    @Test
    void whatMayBeLeftOutIsNotRequired() {
        JsonNode schema = document.at("/components/schemas/TopologySummary");

        assertThat(schema.at("/required").toString())
                .contains("\"name\"", "\"uptimeMillis\"")
                .doesNotContain("shortage");
        assertThat(schema.at("/properties/launchTime/format").asText()).isEqualTo("date-time");
        assertThat(schema.at("/properties/shortage/type").asText()).isEqualTo("string");
        assertThat(document.at("/components/schemas/TopologyState/enum").toString())
                .contains("REBALANCING");
    }

    @Test
    void theDocumentSaysWhatEachRoutePermits() {
        JsonNode paths = document.path("paths");

        assertThat(paths.at("/~1livez/get/security").isEmpty()).isTrue();
        assertThat(paths.at("/~1api~1v1~1topologies/get/x-permission").asText()).isEqualTo("READ");
        assertThat(paths.at("/~1api~1v1~1topologies/post/x-permission").asText())
                .isEqualTo("OPERATE");
    }
}
