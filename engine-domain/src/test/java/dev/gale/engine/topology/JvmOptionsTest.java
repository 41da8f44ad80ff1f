package dev.gale.engine.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class JvmOptionsTest {
    static Stream<Arguments> texts() {
        return Stream.of(
                Arguments.of("", List.of()),
                Arguments.of("   \t\n ", List.of()),
                Arguments.of("-Xmx1g", List.of("-Xmx1g")),
                Arguments.of("  -Xmx1g \n -Xss1m  ", List.of("-Xmx1g", "-Xss1m")),
                Arguments.of("-Da=\"b c\"", List.of("-Da=b c")),
                Arguments.of("\"-Da=b c\"", List.of("-Da=b c")),
                Arguments.of("-Da='b  \"c\"'", List.of("-Da=b  \"c\"")),
                Arguments.of("-Da=\"b \\\"c\\\" \\\\ \\n\"", List.of("-Da=b \"c\" \\ \\n")),
                Arguments.of("-Da='\\'", List.of("-Da=\\")),
                Arguments.of("-Da=C:\\x", List.of("-Da=C:\\x")),
                Arguments.of("-Da=\"\"", List.of("-Da=")),
                Arguments.of("-Da='x'\"y\"z", List.of("-Da=xyz")),
                Arguments.of("-D\u00fc=\u20ac", List.of("-D\u00fc=\u20ac")),
                Arguments.of("-Da=$(id);`id`|id&&id>x", List.of("-Da=$(id);`id`|id&&id>x")));
    }

    @ParameterizedTest
    @MethodSource("texts")
    void splitsAtWhiteSpaceOutsideQuotes(String text, List<String> words) {
        assertThat(JvmOptions.of(text, Map.of())).isEqualTo(words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-Da='b", "-Da=\"b", "-Da=\"b\\\"", "'", "-Da=''\""})
    void refusesAQuoteThatIsNotClosed(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JvmOptions.split(text))
                .withMessageContaining("is not closed")
                .withMessageContaining("position");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-Da=b\0c", "-Da='\u001b[31m'", "-Da=\u0007"})
    void refusesControlCharacters(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JvmOptions.split(text))
                .withMessageContaining("control character");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Evil", "@/tmp/arguments", "-Xmx1g Evil", "--add-opens java.base/java.lang=ALL-UNNAMED", "''"})
    void refusesWhatWouldBeTakenForTheMainClass(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JvmOptions.of(text, Map.of()))
                .withMessageContaining("is no JVM option");
    }

    /** O-87 */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "-jar",
                "-cp",
                "-classpath",
                "--class-path=/tmp/x",
                "-m",
                "--module=a/B",
                "-version",
                "-?",
                "-d",
                "-X",
                "--dry-run",
                "--list-modules",
                "--source=17",
                "-Djava.class.path=x",
                "--patch-module=a=b",
                "-Xbootclasspath/a:x",
                "-Djava.system.class.loader=x",
                "-XX:Flags=x",
                "-XX:VMOptionsFile=x"
            })
    void refusesWhatWouldRunSomethingElse(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JvmOptions.of(text, Map.of()))
                .withMessageContaining("cannot be set for a worker");
    }

    @Test
    void fillsInAfterItHasSplit() {
        Map<String, String> values = Map.of("%ID%", "6700", "%TOPOLOGY-ID%", "a 'b' $1 %ID%");

        assertThat(JvmOptions.of("-Da=%ID%-%ID% -Db=%TOPOLOGY-ID% -Xlog:gc:file=gc-%p-%t.log", values))
                .containsExactly("-Da=6700-6700", "-Db=a 'b' $1 %ID%", "-Xlog:gc:file=gc-%p-%t.log");
    }

    @Test
    void refusesANameThatItDoesNotKnowAndTellsThoseItKnows() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JvmOptions.of("-Da=%WORKER%", Map.of("%ID%", "6700")))
                .withMessageContaining("%WORKER%")
                .withMessageContaining("%ID%");
    }
}
