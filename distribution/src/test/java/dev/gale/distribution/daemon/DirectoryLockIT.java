package dev.gale.distribution.daemon;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.gale.distribution.cli.Main;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 3, unit = TimeUnit.MINUTES)
class DirectoryLockIT {
    private static final int CONFIGURATION = 78;

    @TempDir
    Path directory;

    /** Takes a lock, says so, and holds it until its standard input ends. */
    static final class Holder {
        private Holder() {}

        public static void main(String[] args) throws IOException {
            DirectoryLock lock = DirectoryLock.take(Path.of(args[0]));
            System.out.println("taken by " + ProcessHandle.current().pid());
            while (System.in.read() >= 0) {
                // Nothing is said; the end of it is what counts.
            }
            lock.close();
        }
    }

    @Test
    void isHeldByAnotherProcessUntilThatIsKilled() throws Exception {
        Process holder = java(Holder.class, directory.toString());
        try {
            assertThat(holder.inputReader(UTF_8).readLine()).isEqualTo("taken by " + holder.pid());

            EngineException taken = catchThrowableOfType(EngineException.class, () -> DirectoryLock.take(directory));
            assertThat(taken.category()).isEqualTo(Category.REJECTED);
            assertThat(taken)
                    .hasMessageContaining(directory.toRealPath().toString())
                    .hasMessageContaining("pid " + holder.pid())
                    .hasMessageContaining("gale.local.dir");
        } finally {
            holder.destroyForcibly();
            assertThat(holder.waitFor(1, TimeUnit.MINUTES)).isTrue();
        }
        DirectoryLock.take(directory).close();
    }

    @Test
    void saysWhyADirectoryCannotBeUsed() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");

        assertThatThrownBy(() -> DirectoryLock.take(file))
                .hasMessage(
                        "The directory " + file + " cannot be used: there is a file of this name; see gale.local.dir");
        assertThatThrownBy(() -> DirectoryLock.take(file.resolve("below")))
                .hasMessageContaining("Not a directory")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("Exception"));
    }

    @Test
    void isHeldWithinOneProcessToo() throws Exception {
        try (DirectoryLock first = DirectoryLock.take(directory)) {
            assertThat(first).isNotNull();
            assertThatThrownBy(() -> DirectoryLock.take(directory)).hasMessageContaining("is in use");

            Process other = java(Holder.class, directory.toString());
            other.outputWriter().close();
            assertThat(other.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(other.exitValue()).as("the refusal has not let go of it").isNotZero();
        }
        DirectoryLock.take(directory).close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"nimbus", "supervisor"})
    void aDaemonWhoseDirectoryIsInUseEndsAndSaysWhatToChange(String daemon) throws Exception {
        try (DirectoryLock lock = DirectoryLock.take(directory)) {
            assertThat(lock).isNotNull();
            Process process = java(
                    Main.class,
                    daemon,
                    "-c",
                    "gale.local.dir=" + directory,
                    "-c",
                    "zookeeper.connect=127.0.0.1:1",
                    "-c",
                    "nimbus.seeds=127.0.0.1:1");
            String said = new String(process.getInputStream().readAllBytes(), UTF_8);

            assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
            assertThat(process.exitValue()).as(said).isEqualTo(CONFIGURATION);
            assertThat(said)
                    .contains(directory.toRealPath() + " is in use by another daemon, pid "
                            + ProcessHandle.current().pid())
                    .contains("set gale.local.dir");
        }
    }

    private static Process java(Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }
}
