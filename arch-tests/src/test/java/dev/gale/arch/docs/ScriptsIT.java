package dev.gale.arch.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gale.arch.docs.WorkingCopy.Outcome;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class ScriptsIT {
    /** The last word of the made up Java when it starts the demo. */
    private static final String DEMO = "dev.gale.distribution.demo.Demo";

    /** What Maven leaves behind. */
    private static final String BUILD =
            "mkdir -p \"$root/distribution/target\"; : >\"$root/distribution/target/gale-distribution-0.jar\";"
                    + " : >\"$root/distribution/target/classpath.txt\"";

    @TempDir
    Path folder;

    private WorkingCopy copy;

    @BeforeEach
    void makeACopy() throws IOException {
        copy = WorkingCopy.in(folder);
    }

    @ParameterizedTest
    @ValueSource(strings = {"demo.sh", "test.sh", "bench.sh dataflow"})
    void aJavaHomeWithoutJavaIsNamedWithWhatToDo(String command) throws Exception {
        Path nowhere = folder.resolve("nowhere");

        assertThat(copy.run(nowhere, words(command)))
                .isEqualTo(new Outcome(
                        1,
                        name(command) + ": Gale needs Java 17 or newer, and JAVA_HOME is " + nowhere
                                + ", where there is no bin/java: set JAVA_HOME to the home of a JDK 17 or newer, or"
                                + " unset it to use the java on the path\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"demo.sh", "test.sh", "bench.sh dataflow"})
    void anOlderJavaIsNamedWithItsVersion(String command) throws Exception {
        Path old = copy.java("old", "11.0.2");

        Outcome outcome = copy.run(old, words(command));

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.output())
                .startsWith(name(command) + ": Gale needs Java 17 or newer, and " + old
                        + "/bin/java is openjdk version \"11.0.2\"")
                .hasLineCount(1);
    }

    @Test
    void ofTwoDemosAtOnceTheSecondWaitsForTheBuildOfTheFirst() throws Exception {
        assumeFlock();
        Path home = copy.java("java", "17.0.1");
        copy.program("mvn", """
                mkdir -p "$root/distribution/target"
                echo built >>"$root/builds"
                until [ -e "$root/go-on" ] || [ ! -e "$root/pom.xml" ]; do sleep 0.05; done
                : >"$root/distribution/target/gale-distribution-0.jar"
                : >"$root/distribution/target/classpath.txt"
                """);
        Process first = copy.start(home, "./demo.sh");
        copy.awaitFile("builds");

        Process second = copy.start(home, "./demo.sh");
        BufferedReader said = second.inputReader();
        assertThat(said.readLine())
                .isEqualTo(
                        "demo.sh: another script builds in " + copy.root().toRealPath() + "; waiting until it is done");
        Files.createFile(copy.root().resolve("go-on"));

        assertThat(said.lines()).last().isEqualTo(DEMO);
        assertThat(first.inputReader().lines()).last().isEqualTo(DEMO);
        assertThat(first.waitFor()).isZero();
        assertThat(second.waitFor()).isZero();
        assertThat(copy.root().resolve("builds")).hasContent("built");
    }

    @ParameterizedTest
    @ValueSource(strings = {"demo.sh", "test.sh", "bench.sh dataflow"})
    void everyScriptThatBuildsWaitsForTheOthers(String command) throws Exception {
        assumeFlock();
        Path home = copy.java("java", "17.0.1");
        copy.program("mvn", "touch \"$root/begun\"; cat");
        copy.program("holder", """
                echo locked
                until [ -e "$root/go-on" ] || [ ! -e "$root/pom.xml" ]; do sleep 0.05; done
                """);
        Process first = copy.start(home, "flock", ".", "holder");
        assertThat(first.inputReader().readLine()).isEqualTo("locked");

        Process second = copy.start(home, words(command));
        BufferedReader said = second.inputReader();
        assertThat(said.lines().anyMatch(line -> line.endsWith("; waiting until it is done")))
                .isTrue();
        assertThat(copy.root().resolve("begun")).doesNotExist();
        Files.createFile(copy.root().resolve("go-on"));

        assertThat(first.waitFor()).isZero();
        copy.awaitFile("begun");
        said.lines().forEach(line -> {});
        second.waitFor();
    }

    @Test
    void whatTheTestsStartDoesNotWaitForThem() throws Exception {
        Path home = copy.java("java", "17.0.1");
        copy.program("mvn", """
                if [ -e "$root/builds" ]; then
                    mkdir -p "$root/distribution/target"
                    : >"$root/distribution/target/gale-distribution-0.jar"
                : >"$root/distribution/target/classpath.txt"
                else
                    touch "$root/builds"
                    "$root/demo.sh"
                fi
                """);

        assertThat(copy.run(home, "./test.sh").output()).endsWith(DEMO + "\n").doesNotContain("waiting");
    }

    @Test
    void aNameThatIsNotUtf8IsHandedOnAsAUri() throws Exception {
        copy.program("mvn", BUILD);

        Outcome outcome = copy.run(
                copy.java("java", "17.0.1"),
                "bash",
                "-c",
                "touch $'a\\xff b'; exec ./demo.sh --repeat 2 $'a\\xff b' 'a b'");

        assertThat(outcome.output())
                .contains(DEMO + "\n--repeat\n2\nfile:///")
                .endsWith("/%67%61%6c%65/%61%ff%20%62\na b\n");
    }

    @Test
    void aCopyThatIsNotBuiltAndCannotBeWrittenIsOneLine() throws Exception {
        Path target = copy.root().toRealPath().resolve("distribution/target");
        Files.writeString(target, "a file where a folder should be");

        assertThat(copy.run(copy.java("java", "17.0.1"), "./demo.sh"))
                .isEqualTo(new Outcome(
                        1,
                        "demo.sh: Gale is to be built first, and " + target
                                + " cannot be written: make it writable, or use a copy\n"));
    }

    /** Where there is none the scripts do not wait, and say so nowhere. */
    private void assumeFlock() throws Exception {
        assumeTrue(copy.run(folder, "bash", "-c", "command -v flock").code() == 0, "there is no flock here");
    }

    private static String[] words(String command) {
        return ("./" + command).split(" ");
    }

    private static String name(String command) {
        return command.split(" ")[0];
    }
}
