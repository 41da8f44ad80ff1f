package dev.gale.adapter.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class DriverDirectoryIT {
    @TempDir
    private Path temporary;

    private Path base() {
        return temporary.resolve("base");
    }

    private void make(String permissions) throws IOException {
        Files.setPosixFilePermissions(Files.createDirectory(base()), PosixFilePermissions.fromString(permissions));
    }

    private void rejects(Path base, String what) {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> DriverDirectory.claim(base, "driver"))
                .withMessageContaining(base + what)
                .withMessageContaining("chmod 700")
                .satisfies(e -> assertThat(e.category()).isEqualTo(Category.REJECTED));
    }

    /** Such as the directory for temporary files of the host. */
    @Test
    void aDirectoryThatOthersMayEnterIsRejectedAndNotChanged() throws IOException {
        make("rwxrwxrwx");
        rejects(base(), " is open to others, with rwxrwxrwx");

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(base())))
                .isEqualTo("rwxrwxrwx");
        assertThat(base()).isEmptyDirectory();
    }

    @Test
    void aLinkIsRejected() throws IOException {
        make("rwx------");
        rejects(Files.createSymbolicLink(temporary.resolve("link"), base()), " is no directory");
    }

    @Test
    void aDirectoryOfThisUserAloneIsTaken() throws IOException {
        make("rwx------");
        try (DriverDirectory directory = DriverDirectory.claim(base(), "driver")) {
            assertThat(directory.path()).isEqualTo(base().resolve("driver"));
            assertThat(base()).isDirectoryNotContaining("glob:**owner*");
        }
    }

    /** A process in a container may have the same pid in each of its lives. */
    @Test
    void whatAnEarlierLifeWithThisPidLeftIsRemoved() throws IOException {
        make("rwx------");
        long pid = ProcessHandle.current().pid();
        Path left = Files.createDirectory(base().resolve("embedded-1"));
        Files.writeString(left.resolve("cnc.dat"), "counters");
        Path lock = Files.createFile(base().resolve("embedded-1." + pid + "-1.lock"));
        try (DriverDirectory directory = DriverDirectory.claim(base(), "driver")) {
            assertThat(left).doesNotExist();
            assertThat(lock).doesNotExist();
            assertThat(directory.path()).doesNotExist();
        }
    }

    /** A process loses its lock with the end of any channel to that file, a forgotten one's by the garbage collector too. */
    @Test
    void aSecondClaimInThisProcessIsRefusedAndLeavesTheFirstItsLock() {
        try (DriverDirectory first = DriverDirectory.claim(base(), "shared")) {
            assertThatExceptionOfType(EngineException.class)
                    .isThrownBy(() -> DriverDirectory.claim(base(), "shared"))
                    .withMessageContaining("another media driver uses " + first.path());
            Pair.await("one open file is left", () -> {
                System.gc();
                return openLocks() == 1;
            });

            try (Child other = Child.start(List.of(Child.FLAG), DriverMain.class, base().toString(), "3s")) {
                Pair.await("what it says", () -> other.lines().stream().anyMatch(DriverDirectoryIT::saysWhetherItMay));
                assertThat(other.lines()).anyMatch(line -> line.contains("another media driver uses"));
            }
        }
    }

    private static boolean saysWhetherItMay(String line) {
        return line.contains("another media driver uses") || line.startsWith("runs ");
    }

    private long openLocks() {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.filter(this::isLock).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean isLock(Path open) {
        try {
            Path file = Files.readSymbolicLink(open);
            return file.startsWith(base()) && file.toString().endsWith(".lock");
        } catch (IOException e) {
            // Closed since it was listed.
            return false;
        }
    }
}
