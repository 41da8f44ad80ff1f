package dev.gale.arch.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.arch.docs.WorkingCopy.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class ScriptsIT {
    @TempDir
    Path folder;

    private WorkingCopy copy;

    @BeforeEach
    void makeACopy() throws IOException {
        copy = WorkingCopy.in(folder);
    }

    @ParameterizedTest
    @ValueSource(strings = {"demo.sh", "test.sh", "bench.sh"})
    void aJavaHomeWithoutJavaIsNamedWithWhatToDo(String script) throws Exception {
        Path nowhere = folder.resolve("nowhere");

        assertThat(copy.run(nowhere, "./" + script))
                .isEqualTo(new Outcome(
                        1,
                        script + ": Gale needs Java 17 or newer, and JAVA_HOME is " + nowhere
                                + ", where there is no bin/java: set JAVA_HOME to the home of a JDK 17 or newer, or"
                                + " unset it to use the java on the path\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"demo.sh", "test.sh", "bench.sh"})
    void anOlderJavaIsNamedWithItsVersion(String script) throws Exception {
        Path old = copy.java("old", "11.0.2");

        Outcome outcome = copy.run(old, "./" + script);

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.output())
                .startsWith(script + ": Gale needs Java 17 or newer, and " + old
                        + "/bin/java is openjdk version \"11.0.2\"")
                .hasLineCount(1);
    }
}
