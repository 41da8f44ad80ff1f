package dev.gale.distribution.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.runtime.supervisor.Jvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class MarkedProcessesIT {
    private static final String WORKER = "-Dgale.worker.directory=";

    @TempDir
    Path temporary;

    private final List<Process> started = new ArrayList<>();
    private Path real;
    private Path link;

    @BeforeEach
    void link() throws IOException {
        real = Files.createDirectories(temporary.toRealPath().resolve("real"));
        link = Files.createSymbolicLink(temporary.resolve("link"), real);
    }

    @AfterEach
    void end() {
        started.forEach(Process::destroyForcibly);
    }

    /** Ends when this process does. */
    static final class Waits {
        private Waits() {}

        public static void main(String[] arguments) throws IOException {
            System.out.println("up");
            while (System.in.read() >= 0) {}
        }
    }

    private Process java(String... options) throws IOException {
        List<String> command =
                new ArrayList<>(List.of(Jvm.current().executable().toString()));
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Waits.class.getName()));
        Process process = new ProcessBuilder(command).start();
        started.add(process);
        assertThat(process.inputReader().readLine()).isEqualTo("up");
        return process;
    }

    /** Workers are marked with the real path, whatever leads there. */
    @Test
    void aLinkThatLeadsToTheDirectoryHidesNobody() throws IOException {
        Process worker = java(WORKER + real.resolve("workers/one"));
        Path companion = Files.createDirectories(link.resolve("companion/aeron"));

        assertThat(MarkedProcesses.workers(link, Duration.ZERO).running()).containsExactly(worker.toHandle());
        assertThat(new CompanionUse(companion).hasWorkers()).isTrue();
        assertThat(MarkedProcesses.companionMark(companion))
                .isEqualTo(MarkedProcesses.companionMark(real.resolve("companion/aeron")));
    }

    @Test
    void aDirectoryThatIsNotThereYetHasTheMarkThatItWillHave() throws IOException {
        String before = MarkedProcesses.companionMark(link.resolve("later/companion"));
        Files.createDirectories(link.resolve("later/companion"));

        assertThat(before).isEqualTo(MarkedProcesses.companionMark(link.resolve("later/companion")));
    }

    @Test
    void whoeverHasTheMarkElsewhereAmongHisArgumentsIsNotOurs() throws IOException {
        String mark = WORKER + real.resolve("workers/one");
        java("-Dx=1", mark);
        java("-Dx=" + "1".repeat(8_000) + " " + mark);
        java("-Dx=1 " + mark, "-Dx=" + "1".repeat(8_000));

        assertThat(MarkedProcesses.workers(real, Duration.ZERO).running()).isEmpty();
    }

    @Test
    void aLongCommandLineHidesNobody() throws IOException {
        Process worker = java(WORKER + real.resolve("workers/one"), "-Dx=" + "1".repeat(8_000));

        assertThat(MarkedProcesses.workers(real, Duration.ZERO).running()).containsExactly(worker.toHandle());
        MarkedProcesses.workers(real, Duration.ofSeconds(60)).close();

        assertThat(worker.isAlive()).isFalse();
    }
}
