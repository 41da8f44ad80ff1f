package dev.gale.runtime.supervisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gale.engine.cluster.SupervisorId;
import dev.gale.engine.supervisor.SlotAssignment;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerCommandTest {
    private static final Path JAVA = Path.of("/java/bin/java");

    @Test
    void isTheWorkersMarkThenOptionsThenMainClassAndItsArguments() {
        List<String> command = command(new Jvm(JAVA, 17), "-Da=%ID% -Db='%TOPOLOGY-ID% %WORKER-PORT%' -Xmx%HEAP-MEM%m");

        assertThat(command)
                .containsExactly(
                        "/java/bin/java",
                        "-Dgale.worker.directory=/l/workers/life-1",
                        "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
                        "--add-opens=java.base/java.nio=ALL-UNNAMED",
                        "-Xmx256m",
                        "-XX:+ExitOnOutOfMemoryError",
                        "-XX:ErrorFile=/l/logs/words-1/6700/hs_err.log",
                        "-XX:HeapDumpPath=/l/logs/words-1/6700/heap.hprof",
                        "-Djava.io.tmpdir=/l/workers/life-1/tmp",
                        "-Dfile.encoding=UTF-8",
                        "-Da=6700",
                        "-Db=words-1 6700",
                        "-Xmx256m",
                        "-cp",
                        "/lib/*",
                        "dev.gale.Main",
                        "words-1",
                        "host-a",
                        "6700",
                        "3",
                        "life-1",
                        "/l/workers/life-1",
                        "/conf/gale.yaml");
    }

    /** O-61 */
    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "\t\n"})
    void blankOptionsAreNone(String childOpts) {
        assertThat(command(new Jvm(JAVA, 17), childOpts))
                .doesNotContain("", " ")
                .hasSize(20);
    }

    @Test
    void whatIsGivenLaterWins() {
        List<String> command = command(new Jvm(JAVA, 17), "-Xmx1g");

        assertThat(command.indexOf("-Xmx1g")).isGreaterThan(command.indexOf("-Xmx256m"));
    }

    @Test
    void leavesOutFlagsThatAVersionDoesNotKnow() {
        assertThat(new Jvm(JAVA, 17).flags()).noneMatch(flag -> flag.contains("native") || flag.contains("unsafe"));
        assertThat(new Jvm(JAVA, 21).flags()).isEqualTo(new Jvm(JAVA, 17).flags());
        assertThat(new Jvm(JAVA, 25).flags())
                .contains("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow");
    }

    /** O-61 */
    @Test
    void refusesOptionsThatAreNotWrittenWell() {
        assertThatIllegalArgumentException().isThrownBy(() -> command(new Jvm(JAVA, 17), "-Da='"));
        assertThatIllegalArgumentException().isThrownBy(() -> new WorkerOptions("", List.of(), 0));
    }

    @Test
    void optionsOfTheTopologyComeAfterThoseOfTheHostAndAreFilledInToo() {
        List<String> command = command(
                new Jvm(JAVA, 17),
                "-Xmx1g -Da=1",
                List.of("-Xmx2g", "-Db=%ID% %WORKER-ID% '%TOPOLOGY-ID%' %WORKER-PORT% %HEAP-MEM%"));

        assertThat(command)
                .containsSubsequence("-Xmx1g", "-Da=1", "-Xmx2g", "-Db=6700 life-1 'words-1' 6700 256", "-cp");
    }

    @Test
    void optionsOfTheTopologyRunNothingElseEither() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> command(new Jvm(JAVA, 17), "", List.of("-jar")))
                .withMessageContaining("-jar");
    }

    private static List<String> command(Jvm jvm, String childOpts) {
        return command(jvm, childOpts, List.of());
    }

    private static List<String> command(Jvm jvm, String childOpts, List<String> topologyOptions) {
        return new WorkerCommand(
                        jvm,
                        "/lib/*",
                        "dev.gale.Main",
                        Path.of("/conf/gale.yaml"),
                        topology -> new WorkerOptions(childOpts, topologyOptions, 256))
                .of(new WorkerCommand.Launch(
                        new SupervisorId("host-a"),
                        6700,
                        new SlotAssignment("words-1", 3, List.of(), "digest"),
                        "life-1",
                        Path.of("/l/workers/life-1"),
                        Path.of("/l/logs/words-1/6700")));
    }
}
