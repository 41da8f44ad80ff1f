package dev.gale.runtime.supervisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class OldLogsIT {
    private static final Instant NOW = Instant.parse("2030-01-08T00:00:00Z");
    private static final Duration DAY = Duration.ofDays(1);
    private static final OldLogs.Guard ALWAYS = (topology, removal) -> removal.run();

    @TempDir
    Path local;

    private LocalTree tree;

    @BeforeEach
    void open() {
        tree = LocalTree.open(local);
    }

    @Test
    void theNewestFileOfATopologyDecides() throws Exception {
        write("gone-1", 6700, "worker.log", DAY.multipliedBy(2));
        write("gone-1", 6700, "heap.hprof", DAY.multipliedBy(3));
        write("young-1", 6700, "worker.log", DAY.multipliedBy(2));
        write("young-1", 6701, "worker.log", DAY.minusSeconds(1));
        write("used-1", 6700, "worker.log", DAY.multipliedBy(2));

        remove(Set.of("used-1"), ALWAYS);

        assertThat(directory("gone-1")).doesNotExist();
        assertThat(directory("young-1").resolve("6700/worker.log")).exists();
        assertThat(directory("used-1").resolve("6700/worker.log")).exists();
    }

    @Test
    void whatIsUsedAgainAtTheLastMomentStays() throws Exception {
        write("gone-1", 6700, "worker.log", DAY.multipliedBy(2));

        remove(Set.of(), (topology, removal) -> assertThat(topology).isEqualTo("gone-1"));

        assertThat(directory("gone-1").resolve("6700/worker.log")).exists();
    }

    @Test
    void linksAreNotFollowedAndWhatIsNoTopologyIsLeftAlone() throws Exception {
        Path elsewhere = Files.createDirectory(local.resolve("elsewhere"));
        Path treasure = age(Files.writeString(elsewhere.resolve("treasure"), "gold"), DAY.multipliedBy(9));
        Files.createSymbolicLink(directory("link-1"), elsewhere);
        Path log = write("gone-1", 6700, "worker.log", DAY.multipliedBy(2));
        Files.createSymbolicLink(log.resolveSibling("inside"), elsewhere);
        Files.createSymbolicLink(directory("gone-1").resolve("6701"), elsewhere);
        Path strange = age(
                Files.writeString(Files.createDirectory(directory("of.others")).resolve("file"), "x"),
                DAY.multipliedBy(9));
        Path file = age(Files.writeString(directory("file-1"), "x"), DAY.multipliedBy(9));

        remove(Set.of(), ALWAYS);

        assertThat(directory("gone-1")).doesNotExist();
        assertThat(treasure).exists();
        assertThat(directory("link-1")).isSymbolicLink();
        assertThat(strange).exists();
        assertThat(file).exists();
    }

    @Test
    void zeroKeepsThemForEver() throws Exception {
        Path log = write("gone-1", 6700, "worker.log", DAY.multipliedBy(9_000));

        new OldLogs(tree, new LogRetention(Duration.ZERO), () -> NOW).remove(topology -> false, ALWAYS);

        assertThat(log).exists();
    }

    @Test
    void oneThatCannotBeRemovedDoesNotKeepTheOthers() throws Exception {
        write("gone-1", 6700, "worker.log", DAY.multipliedBy(2));
        write("gone-2", 6700, "worker.log", DAY.multipliedBy(2));
        Path locked = directory("gone-1").resolve("6700");
        Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("r-x------"));
        try {
            assumeThat(Files.isWritable(locked)).as("root may do everything").isFalse();

            remove(Set.of(), ALWAYS);

            assertThat(locked.resolve("worker.log")).exists();
            assertThat(directory("gone-2")).doesNotExist();
        } finally {
            Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("rwx------"));
        }
    }

    private void remove(Set<String> used, OldLogs.Guard guard) {
        new OldLogs(tree, new LogRetention(DAY), () -> NOW).remove(used::contains, guard);
    }

    private Path directory(String topology) {
        return local.resolve("logs").resolve(topology);
    }

    private Path write(String topology, int port, String name, Duration age) throws IOException {
        Path directory = tree.logs(topology, port);
        LocalTree.makeDirectory(directory);
        return age(Files.writeString(directory.resolve(name), "words"), age);
    }

    private static Path age(Path file, Duration age) throws IOException {
        return Files.setLastModifiedTime(file, FileTime.from(NOW.minus(age)));
    }
}
