package dev.gale.distribution.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gale.runtime.supervisor.Jvm;
import dev.gale.spi.plugin.EngineException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class CompanionProcessIT {
    @TempDir
    Path directory;

    private static List<String> shell(String script) {
        return List.of("/bin/sh", "-c", script);
    }

    private Path log(String end) {
        return directory.resolve("companion.log" + end);
    }

    /** Its pid may be that of the next one. */
    @Test
    void aNoteThatAnEarlierOneLeftIsGoneBeforeTheNextIsStarted() {
        CompanionNote.of(1, Map.of()).write(directory);

        assertThatThrownBy(() -> CompanionProcess.start(directory, shell("ls; echo said")))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("said")
                .hasMessageNotContaining("client.properties");
    }

    @Test
    void whatTheOneBeforeSaidIsKept() throws IOException {
        assertThatThrownBy(() -> CompanionProcess.start(directory, shell("echo first")))
                .isInstanceOf(EngineException.class);
        assertThatThrownBy(() -> CompanionProcess.start(directory, shell("echo second")))
                .isInstanceOf(EngineException.class);

        assertThat(Files.readString(log(""))).isEqualTo("second\n");
        assertThat(Files.readString(log(".1"))).isEqualTo("first\n");
    }

    @Test
    void whatEndsAtOnceIsNotStartedAgainAndAgain() throws Exception {
        Path starts = directory.resolve("starts");
        String script = "date +%s%N >> starts; printf 'pid='$$'\\n' > client.properties; sleep 0.2";
        try (CompanionProcess companion = CompanionProcess.start(directory, shell(script))) {
            assertThat(companion.clientSection()).isEmpty();
            Await.until(
                    "it is started a third time",
                    () -> Files.readAllLines(starts).size() >= 3);
            List<String> times = Files.readAllLines(starts);

            assertThat(Long.parseLong(times.get(2)) - Long.parseLong(times.get(1)))
                    .isGreaterThan(1_000_000_000);
        }
    }

    /** It is somebody's who has the mark of ours and says nothing; or it has hung, and a person is to see why. */
    @Test
    void whatLooksLikeACompanionAndDoesNotSaySoIsLeftAlone() throws Exception {
        List<String> command = List.of(
                Jvm.current().executable().toString(),
                MarkedProcesses.companionMark(directory),
                "-cp",
                System.getProperty("java.class.path"),
                MarkedProcessesIT.Waits.class.getName());
        Process other = new ProcessBuilder(command).start();
        try {
            assertThat(other.inputReader().readLine()).isEqualTo("up");
            Thread interrupter = interruptWhenWaiting(Thread.currentThread());
            assertThatThrownBy(() -> CompanionProcess.start(directory, shell("true")))
                    .isInstanceOf(EngineException.class);
            Thread.interrupted();
            interrupter.join();

            assertThat(other.isAlive()).isTrue();
        } finally {
            other.destroyForcibly();
        }
    }

    /** Its patience is longer than that of a test. */
    private static Thread interruptWhenWaiting(Thread starting) {
        Thread interrupter = new Thread(() -> {
            Await.until(
                    "the start waits",
                    () -> Stream.of(starting.getStackTrace())
                            .anyMatch(call -> call.getMethodName().equals("awaitNote")));
            starting.interrupt();
        });
        interrupter.start();
        return interrupter;
    }
}
