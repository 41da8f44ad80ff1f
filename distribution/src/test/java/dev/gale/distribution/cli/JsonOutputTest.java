package dev.gale.distribution.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gale.adapter.http.Samples;
import dev.gale.control.TopologyState;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonOutputTest {
    private final CliProbe gale = new CliProbe();

    @BeforeEach
    void topologies() {
        gale.cluster.put(Samples.topology("words", TopologyState.ACTIVE));
    }

    @ParameterizedTest
    @CsvSource({
        "list, /0/name, words",
        "status words, /topology/status, ACTIVE",
        "status words, /components/0/windows/ONE_DAY/counts/emitted/default, 1000",
        "tasks words, /0/stuckMillis, 75000",
        "errors words, /0/component, split",
        "supervisors, /0/slots/0/port, 6700",
        "activate words, /status, ACTIVE",
        "deactivate words, /status, INACTIVE",
        "kill words --no-wait -w 1, /waitLeftMillis, 1000",
        "rebalance words --no-wait, /status, REBALANCING",
        "config validate, /valid, true"
    })
    void everyCommandWritesOneValueThatParses(String line, String pointer, String expected) throws Exception {
        CliProbe.Result result = gale.run((line + " -o json").split(" "));
        JsonNode json = new ObjectMapper()
                .reader(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .readTree(result.out());

        assertThat(json.at(pointer).asText()).isEqualTo(expected);
        assertThat(result.err()).isEmpty();
        assertThat(result.code()).isZero();
    }

    @Test
    void nothingIsAnEmptyList() {
        gale.cluster.remove("words");

        assertThat(gale.run("-o", "json", "list").out().strip()).isEqualTo("[ ]");
    }

    @Test
    void versionIsThatOfTheBuild() throws Exception {
        JsonNode json =
                new ObjectMapper().readTree(gale.run("version", "-o", "json").out());

        assertThat(json.at("/gale").asText()).matches("\\d+\\.\\d+\\.\\d+.*");
        assertThat(json.at("/java").asText()).startsWith(System.getProperty("java.version"));
    }
}
