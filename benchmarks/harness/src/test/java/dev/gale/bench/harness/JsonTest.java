package dev.gale.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTest {
    @Test
    void writesStringsNumbersAndNullInOrder() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("text", "a \"b\" \\ \n");
        fields.put("count", 3);
        fields.put("ratio", 0.125);
        fields.put("missing", null);

        assertThat(Json.object(fields))
                .isEqualTo(
                        "{\"text\": \"a \\\"b\\\" \\\\ \\u000a\", \"count\": 3, \"ratio\": 0.125, \"missing\": null}");
    }

    @Test
    void writesNumbersWithoutExponentAndWithSixDigits() {
        assertThat(Json.object(Map.of("n", 123_456_789.4))).isEqualTo("{\"n\": 123457000}");
        assertThat(Json.object(Map.of("n", Double.NaN))).isEqualTo("{\"n\": null}");
        assertThat(Json.object(Map.of("n", 0.0))).isEqualTo("{\"n\": 0}");
    }

    @Test
    void readsNumbersOnly() {
        assertThat(Json.numbers("{\"a\": \"7\", \"b\": -1.5, \"c\": null, \"d\": 2E3}"))
                .containsExactly(Map.entry("b", -1.5), Map.entry("d", 2000.0));
    }

    @Test
    void writesADocumentWithItsListLast() {
        String document = Json.document(Map.of("jdk", "17"), "results", List.of(Map.of("n", 1), Map.of("n", 2)));

        assertThat(document).isEqualTo("""
                {
                  "jdk": "17",
                  "results": [
                    {"n": 1},
                    {"n": 2}
                  ]
                }
                """);
    }

    @Test
    void writesAnEmptyList() {
        assertThat(Json.document(Map.of(), "results", List.of())).isEqualTo("{\n  \"results\": []\n}\n");
    }
}
