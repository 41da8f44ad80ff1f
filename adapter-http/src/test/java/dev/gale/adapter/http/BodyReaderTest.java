package dev.gale.adapter.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.gale.control.UploadRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BodyReaderTest {
    private final BodyReader reader = new BodyReader(Json.mapper());

    @Test
    void whatMayBeMissingMayBe() {
        assertThat(read("{}", RebalanceBody.class)).isEqualTo(RebalanceBody.NOTHING);
        assertThat(read("{\"workers\":2,\"executors\":{\"a\":3}}", RebalanceBody.class)
                        .request())
                .satisfies(request -> assertThat(request.workers()).hasValue(2))
                .satisfies(request -> assertThat(request.executors()).isEqualTo(Map.of("a", 3)));
    }

    @Test
    void confIsTakenAsItIs() {
        SubmitBody body = read(
                "{\"name\":\"a\",\"jarUpload\":\"1\",\"codeUpload\":\"2\",\"conf\":{\"x\":1,\"y\":[true,1.5,\"z\"],\"n\":{\"m\":{}}}}",
                SubmitBody.class);

        assertThat(body.conf().orElseThrow())
                .containsEntry("x", 1)
                .containsEntry("y", List.of(true, 1.5, "z"))
                .containsEntry("n", Map.of("m", Map.of()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'workers':'2'}                | field 'workers' has to be a whole number",
                "{'workers':1.5}                | field 'workers' has to be a whole number",
                "{'executors':{'a':'b'}}        | field 'executors.a' has to be a whole number",
                "{'executors':3}                | field 'executors' has to be an object",
                "{'wrokers':2}                  | there is no field 'wrokers'; there are executors, waitMillis, workers",
                "{'workers':2,'workers':3}      | it is not JSON: Duplicate",
                "{'workers':2} {}               | ",
                "[]                             | it has to be one JSON object",
                "null                           | it has to be one JSON object",
                "{'workers':                    | it is not JSON: ",
                "                               | it has to be one JSON object"
            })
    void whatIsWrongIsSaid(String json, String message) {
        ProblemException problem = catchThrowableOfType(
                ProblemException.class, () -> read(json == null ? "" : json.replace('\'', '"'), RebalanceBody.class));

        assertThat(problem.kind()).isEqualTo(ProblemKind.INVALID);
        assertThat(problem).hasMessageStartingWith("The body does not fit: " + (message == null ? "" : message));
        assertThat(problem.getMessage()).doesNotContain("dev.gale", "jackson", "java.", "REDACTED");
    }

    @Test
    void whatIsMissingIsSaid() {
        assertThat(catchThrowableOfType(ProblemException.class, () -> read("{\"jarUpload\":\"1\"}", SubmitBody.class)))
                .hasMessage("The body does not fit: field 'name' is missing");
        assertThat(catchThrowableOfType(ProblemException.class, () -> read("{\"sha256\":\"x\"}", UploadRequest.class)))
                .hasMessage("The body does not fit: field 'bytes' is missing");
    }

    @Test
    void valuesThatDoNotFitAreSaidInTheWordsOfTheValue() {
        assertThat(catchThrowableOfType(
                        ProblemException.class, () -> read("{\"bytes\":1,\"sha256\":\"x\"}", UploadRequest.class)))
                .hasMessageContaining("the digest is not 64 hexadecimal digits");
    }

    @Test
    void whatIsNestedTooDeepIsNotRead() {
        String deep = "{\"executors\":" + "[".repeat(10_000) + "]".repeat(10_000) + "}";

        assertThat(catchThrowableOfType(ProblemException.class, () -> read(deep, RebalanceBody.class)))
                .isNotNull();
        assertThat(catchThrowableOfType(
                        ProblemException.class,
                        () -> read(
                                "{\"conf\":{\"a\":" + "[".repeat(10_000) + "]".repeat(10_000) + "}}",
                                SubmitBody.class)))
                .hasMessageContaining("nesting");
    }

    private <T> T read(String json, Class<T> type) {
        return reader.read(json.getBytes(StandardCharsets.UTF_8), type);
    }
}
