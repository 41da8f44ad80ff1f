package dev.gale.runtime.supervisor;

import static dev.gale.runtime.supervisor.HostFixture.WORDS;
import static dev.gale.runtime.supervisor.HostFixture.await;
import static dev.gale.runtime.supervisor.HostFixture.until;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gale.engine.supervisor.SlotAssignment;
import dev.gale.engine.supervisor.WorkerProcess;
import dev.gale.spi.plugin.EngineException;
import dev.gale.tck.network.FreePort;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Workers here are processes of {@link BeatingWorker}. */
@Timeout(300)
class ProcessHostIT {
    private final int port = FreePort.next();

    @TempDir
    Path local;

    private HostFixture fixture;

    @BeforeEach
    void open() {
        fixture = new HostFixture(local);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void startsAWorkerSeesItBeatAndEndsItWhenAsked() throws Exception {
        ProcessHost host = fixture.host();

        WorkerProcess worker = await(host.launch(port, WORDS));
        assertThat(worker.startMillis()).isPositive();
        assertThat(fixture.running()).containsExactly(worker);
        fixture.awaitBeatAfter(host, port, worker, 0);
        long sequence = host.lastBeat(port, worker).orElseThrow().sequence();
        fixture.awaitBeatAfter(host, port, worker, sequence);
        assertThat(host.lastBeat(port, worker).orElseThrow().incarnation()).isEqualTo(worker.incarnation());

        host.terminate(worker);
        assertThat(await(host.exit(worker))).isEqualTo("exit code 143 (SIGTERM)");
        host.cleanUp(port, worker);
        until("its directory is removed", () -> Files.notExists(fixture.directory(worker)));
        assertThat(host.lastBeat(port, worker)).isEmpty();
        assertThat(Files.readString(log())).contains("environment").doesNotContain("MAVEN");
    }

    /** So that a frozen heartbeat of another life, or of a stranger, counts for nobody. */
    /** An interrupt at a terminal is sent to the group of the supervisor. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void aWorkerLeadsASessionOfItsOwn() throws Exception {
        assumeTrue(!OwnSession.prefix().isEmpty(), "this host has no setsid");
        ProcessHost host = fixture.host();
        int port = FreePort.next();
        WorkerProcess worker = HostFixture.await(host.launch(port, HostFixture.WORDS));
        fixture.awaitBeatAfter(host, port, worker, -1);

        String stat = Files.readString(Path.of("/proc/" + worker.pid() + "/stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");

        assertThat(fields[2]).as("process group").isEqualTo(Long.toString(worker.pid()));
        assertThat(fields[3]).as("session").isEqualTo(Long.toString(worker.pid()));
        assertThat(fixture.running()).containsExactly(worker);
    }

    @Test
    void aBeatOfAnotherProcessOrGenerationIsNone() throws Exception {
        ProcessHost host = fixture.host("-Dtest.fails=true");
        WorkerProcess worker = await(host.launch(port, WORDS));
        await(host.exit(worker));
        Path place = LocalTree.heartbeat(fixture.directory(worker));

        Files.writeString(place, worker.pid() + " 0 3 7");
        assertThat(host.lastBeat(port, worker)).contains(new Host.Beat(worker.incarnation(), 7));
        Files.writeString(place, (worker.pid() + 1) + " 0 3 8");
        assertThat(host.lastBeat(port, worker)).isEmpty();
        Files.writeString(place, worker.pid() + " 0 2 9");
        assertThat(host.lastBeat(port, worker)).isEmpty();
        Files.write(place, new byte[300]);
        assertThat(host.lastBeat(port, worker)).isEmpty();
    }

    @Test
    void killsAWorkerThatDoesNotHearAndOneThatIsStopped() throws Exception {
        ProcessHost host = fixture.host("-Dtest.deaf=true");
        WorkerProcess deaf = await(host.launch(port, WORDS));
        fixture.awaitBeatAfter(host, port, deaf, 0);
        host.terminate(deaf);
        long heard = host.lastBeat(port, deaf).orElseThrow().sequence();
        fixture.awaitBeatAfter(host, port, deaf, heard + 5);
        signal("STOP", deaf);
        until("it is stopped", () -> stateOf(deaf).equals("T"));

        host.kill(deaf);

        assertThat(await(host.exit(deaf))).isEqualTo("exit code 137 (SIGKILL)");
        assertThat(fixture.running()).isEmpty();
    }

    @Test
    void anotherHostAdoptsTheWorkersAndEndsThem() {
        int secondPort = FreePort.next();
        SlotAssignment second = new SlotAssignment("words-1", 4, WORDS.executors(), WORDS.codeDigest());
        ProcessHost before = fixture.host("-Dtest.deaf=true");
        WorkerProcess one = await(before.launch(port, WORDS));
        WorkerProcess two = await(before.launch(secondPort, second));
        before.close();

        ProcessHost host = fixture.host();
        assertThat(host.findWorkers())
                .isEqualTo(Map.of(port, new Host.Found(one, WORDS), secondPort, new Host.Found(two, second)));
        fixture.awaitBeatAfter(host, port, one, 0);
        fixture.awaitBeatAfter(host, secondPort, two, 0);

        host.kill(one);
        assertThat(await(host.exit(one))).contains("it is gone");
        host.cleanUp(port, one);
        until("its directory is removed", () -> Files.notExists(fixture.directory(one)));
        fixture.awaitBeatAfter(
                host,
                secondPort,
                two,
                host.lastBeat(secondPort, two).orElseThrow().sequence());
        assertThat(fixture.running()).containsExactly(two);
    }

    /** As in production: the workers' parent is gone, and the next supervisor is not their parent. */
    @Test
    void workersOutliveAKilledSupervisorAndAreAdoptedByTheNext() throws Exception {
        Process supervisor = new ProcessBuilder(
                        Jvm.current().executable().toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        SupervisorThatDies.class.getName(),
                        local.toString(),
                        Integer.toString(port),
                        Long.toString(ProcessHandle.current().pid()))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        long pid;
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(supervisor.getInputStream(), StandardCharsets.UTF_8))) {
            pid = Long.parseLong(out.readLine());
        } finally {
            supervisor.destroyForcibly();
        }
        supervisor.waitFor();

        ProcessHost host = fixture.host();
        WorkerProcess worker = host.findWorkers().get(port).process();
        assertThat(worker.pid()).isEqualTo(pid);
        fixture.awaitBeatAfter(host, port, worker, 0);
        fixture.awaitBeatAfter(
                host, port, worker, host.lastBeat(port, worker).orElseThrow().sequence());
        host.terminate(worker);

        assertThat(await(host.exit(worker))).contains("it is gone");
        assertThat(fixture.running()).isEmpty();
    }

    /** The supervisor died between starting a worker and writing its pid down. */
    @Test
    void findsAWorkerWhosePidIsNotWrittenDown() throws Exception {
        ProcessHost before = fixture.host();
        WorkerProcess worker = await(before.launch(port, WORDS));
        before.close();
        Path file = LocalTree.note(fixture.directory(worker));
        WorkerNote known = WorkerNote.decode(CheckedFile.read(file));
        CheckedFile.write(
                file, known.with(new WorkerProcess(0, 0, worker.incarnation())).encode());

        ProcessHost host = fixture.host();

        assertThat(host.findWorkers()).isEqualTo(Map.of(port, new Host.Found(worker, WORDS)));
        until("its pid is written down", () -> noteIs(file, known));
    }

    /** The supervisor died before it had started the process. */
    @Test
    void aNoteWithoutAProcessIsRemoved() throws Exception {
        Path directory = fixture.tree().worker("never-started");
        LocalTree.makeDirectory(directory);
        CheckedFile.write(
                LocalTree.note(directory),
                new WorkerNote(port, WORDS, new ProcessTable().boot(), new WorkerProcess(0, 0, "never-started"))
                        .encode());

        assertThat(fixture.host().findWorkers()).isEmpty();

        until("it is removed", () -> Files.notExists(directory));
    }

    /** There must never be two workers on a port, and nobody knows what this one is for. */
    @Test
    void killsAWorkerWhoseNoteIsLostAndStartsTheNextAfterItIsGone() throws Exception {
        for (String damage : List.of("empty", "deleted", "directory", "whole directory deleted")) {
            ProcessHost before = fixture.host("-Dtest.deaf=true");
            WorkerProcess worker = await(before.launch(port, WORDS));
            before.close();
            Path file = LocalTree.note(fixture.directory(worker));
            switch (damage) {
                case "empty" -> Files.write(file, new byte[0]);
                case "whole directory deleted" -> LocalTree.delete(file.getParent());
                default -> Files.delete(file);
            }
            if (damage.equals("directory")) {
                Files.createDirectory(file);
            }

            ProcessHost host = fixture.host();
            assertThat(host.findWorkers()).as(damage).isEmpty();
            WorkerProcess next = await(host.launch(port, WORDS));

            // A process that is just becoming another program shows no command line.
            until(damage + ": the next one runs alone", () -> fixture.running().equals(Set.of(next)));
            until("what it left is removed", () -> Files.notExists(fixture.directory(worker)));
            host.kill(next);
            await(host.exit(next));
            host.close();
        }
    }

    /** O-59 */
    @Test
    void aStrangerWithAWorkersPidIsLeftAlone() throws Exception {
        ProcessHost before = fixture.host();
        WorkerProcess worker = await(before.launch(port, WORDS));
        before.kill(worker);
        await(before.exit(worker));
        before.close();
        Process stranger = new ProcessBuilder("sleep", "600").start();
        try {
            Path file = LocalTree.note(fixture.directory(worker));
            // Pids are not used again within one tick of the kernel's clock, and here both may have started in the
            // same.
            WorkerProcess recycled =
                    new WorkerProcess(stranger.pid(), worker.startMillis() - 1_000, worker.incarnation());
            CheckedFile.write(
                    file,
                    WorkerNote.decode(CheckedFile.read(file)).with(recycled).encode());

            ProcessHost host = fixture.host();
            assertThat(host.findWorkers()).isEmpty();
            host.terminate(recycled);
            host.kill(recycled);
            assertThat(await(host.exit(recycled))).contains("it is gone");
            until("what the worker left is removed", () -> Files.notExists(fixture.directory(worker)));
            WorkerProcess next = await(host.launch(port, WORDS));

            assertThat(fixture.running()).containsExactly(next);
            assertThat(stranger.isAlive()).isTrue();
        } finally {
            stranger.destroyForcibly();
            stranger.waitFor();
        }
    }

    /** O-57 */
    @Test
    void directoriesOfEndedWorkersAreRemovedWithoutFollowingLinks() throws Exception {
        Path outside = Files.createDirectory(local.resolve("outside"));
        Files.writeString(outside.resolve("precious"), "kept");
        ProcessHost host = fixture.host();
        host.findWorkers();
        WorkerProcess worker = await(host.launch(port, WORDS));
        WorkerProcess other = await(host.launch(FreePort.next(), WORDS));
        Path leftOver = fixture.tree().worker("left-over");
        Files.createDirectories(leftOver.resolve("tmp/a/b"));
        Files.writeString(LocalTree.heartbeat(leftOver), "7 0 3 99");
        assertThat(host.lastBeat(port, new WorkerProcess(7, 8, "left-over"))).isEmpty();
        Files.createSymbolicLink(leftOver.resolve("tmp/a/link"), outside);
        Files.createSymbolicLink(leftOver.resolve("tmp/a/file"), outside.resolve("precious"));
        Files.createSymbolicLink(leftOver.resolve("tmp/dangling"), Path.of("nowhere"));
        Path link = Files.createSymbolicLink(fixture.tree().worker("only-a-link"), outside);
        Path foreign = Files.createDirectory(fixture.tree().workers().resolve("lost+found"));

        host.kill(worker);
        await(host.exit(worker));
        host.cleanUp(port, worker);

        until(
                "they are removed",
                () -> Stream.of(leftOver, link, fixture.directory(worker))
                        .allMatch(path -> Files.notExists(path, LinkOption.NOFOLLOW_LINKS)));
        assertThat(outside.resolve("precious")).hasContent("kept");
        assertThat(foreign).exists();
        assertThat(fixture.running()).containsExactly(other);
        assertThat(fixture.directory(other)).exists();
    }

    /** O-61 */
    @Test
    void tellsWhatTheJvmSaysAboutAFlag() throws Exception {
        for (Map.Entry<String, String> each : Map.of(
                        "-XX:NoSuchFlag", "exit code 1: Unrecognized VM option 'NoSuchFlag'",
                        "-Xmx1k", "exit code 1: ",
                        "-Dtest.fails=true", "exit code 3: this worker has no reason to live",
                        "-Xms400t -Xmx400t", "exit code 1: ")
                .entrySet()) {
            ProcessHost host = fixture.host(each.getKey());
            WorkerProcess worker = await(host.launch(port, WORDS));

            assertThat(await(host.exit(worker))).as(each.getKey()).startsWith(each.getValue());
        }
        assertThat(fixture.running()).isEmpty();
    }

    @Test
    void failsALaunchWhoseOptionsMakeNoSense() {
        ProcessHost host = fixture.host("-Da='");

        assertThatThrownBy(() -> await(host.launch(port, WORDS))).hasMessageContaining("is not closed");
        assertThat(fixture.running()).isEmpty();
    }

    /** O-60 (a) */
    @Test
    void failsALaunchOnAPortThatIsInUseAndNamesIt() throws Exception {
        ProcessHost host = fixture.host();
        try (ServerSocket stranger = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThat(stranger.isBound()).isTrue();
            assertThatThrownBy(() -> await(host.launch(port, WORDS)))
                    .hasMessageContaining("port " + port)
                    .hasMessageContaining("not free");
        }

        WorkerProcess worker = await(host.launch(port, WORDS));
        fixture.awaitBeatAfter(host, port, worker, 0);
        assertThat(incarnations()).containsExactly(worker.incarnation());
    }

    /** O-60 (b) */
    @Test
    void startsTwentyWorkersOneAfterAnotherOnOnePort() throws Exception {
        ProcessHost host = fixture.host();
        for (int i = 0; i < 20; i++) {
            WorkerProcess worker = await(host.launch(port, WORDS));
            fixture.awaitBeatAfter(host, port, worker, 0);
            if (i % 2 == 0) {
                host.kill(worker);
            } else {
                host.terminate(worker);
            }
            await(host.exit(worker));
            host.cleanUp(port, worker);
        }
        assertThat(fixture.running()).isEmpty();
        until("all directories are removed", () -> incarnations().isEmpty());
    }

    @Test
    void failsALaunchWithoutCodeAsMissing() {
        ProcessHost host = fixture.host();
        SlotAssignment other = new SlotAssignment("words-1", 4, WORDS.executors(), "another digest");

        assertThatThrownBy(() -> await(host.launch(port, other))).isInstanceOf(CodeMissingException.class);

        host.deleteCode("words-1");
        assertThat(await(host.fetchCode("words-1", "another digest"))).isNull();
        assertThat(host.findCode()).isEqualTo(Map.of("words-1", "another digest"));
        assertThat(fixture.code.calls)
                .containsExactly("fetch words-1 digest", "delete words-1", "fetch words-1 another digest");
    }

    /** O-87 */
    @Test
    void refusesANameThatLeadsElsewhere() throws Exception {
        ProcessHost host = fixture.host();
        for (String name : List.of("..", ".", "", "../x", "a/b", "/etc", "a\nb", "a\0b")) {
            await(host.fetchCode(name, "digest"));
            SlotAssignment hostile = new SlotAssignment(name, 1, List.of(), "digest");

            assertThatThrownBy(() -> await(host.launch(port, hostile)))
                    .as(name)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(incarnations()).isEmpty();
    }

    @Test
    void namesThePathAndTheReasonWhenFilesCannotBeWritten() throws Exception {
        ProcessHost host = fixture.host();
        Path logs = fixture.tree().logs("words-1", port).getParent();
        Files.writeString(logs, "a file where a directory should be");

        assertThatThrownBy(() -> await(host.launch(port, WORDS)))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining(logs.toString());
        assertThat(incarnations()).isEmpty();

        Files.delete(logs);
        assertThat(await(host.launch(port, WORDS))).isNotNull();
    }

    @Test
    void aLocalDirectoryThatCannotBeUsedStopsTheStart() throws Exception {
        Files.writeString(local.resolve("workers"), "a file");

        assertThatThrownBy(fixture::host)
                .isInstanceOf(EngineException.class)
                .hasMessageContaining(local.resolve("workers").toString());
    }

    @Test
    void onlyTheOwnerMayReadWhatIsKept() throws Exception {
        LocalTree.makeDirectory(local.resolve("logs"));
        Files.setPosixFilePermissions(local.resolve("logs"), PosixFilePermissions.fromString("rwxrwxrwx"));
        ProcessHost host = fixture.host();
        host.remember(new Host.Remembered(1, Map.of(port, WORDS)));
        await(host.launch(port, WORDS));

        try (Stream<Path> all = Files.walk(local)) {
            assertThat(all.filter(path -> !path.equals(local))
                            .filter(path -> !path.getFileName().toString().startsWith("heartbeat"))
                            .map(ProcessHostIT::mode))
                    .isNotEmpty()
                    .allMatch(mode -> mode.endsWith("------"));
        }
    }

    @Test
    void putsALargeLogAsideWhenTheNextWorkerStarts() throws Exception {
        Files.createDirectories(log().getParent());
        ProcessHost host = fixture.host("-Dtest.fails=true");
        for (int i = 1; i <= 5; i++) {
            Files.writeString(log(), "full " + i + "x".repeat(1_000_001));
            WorkerProcess worker = await(host.launch(port, WORDS));
            await(host.exit(worker));
            assertThat(Files.size(log())).isLessThan(1_000);
        }

        try (Stream<Path> files = Files.list(log().getParent())) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder("worker.log", "worker.log.1", "worker.log.2", "worker.log.3");
        }
        assertThat(Files.readString(log().resolveSibling("worker.log.1"))).startsWith("full 5");
        assertThat(Files.readString(log().resolveSibling("worker.log.3"))).startsWith("full 3");
    }

    @Test
    void cutsTheLogOfAWorkerThatGoesOnWriting() throws Exception {
        ProcessHost host = fixture.host();
        await(host.launch(port, WORDS));
        Files.writeString(log(), "full" + "x".repeat(1_000_001), StandardOpenOption.APPEND);
        Path aside = log().resolveSibling("worker.log.1");
        long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while ((!Files.exists(aside) || Files.size(log()) > 1_000) && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }

        assertThat(Files.size(log())).isLessThan(1_000);
        assertThat(Files.readString(aside)).contains("environment").contains("fullxxx");
    }

    @Test
    void removesOldLogsOfTopologiesThatHaveNeitherAnAssignmentNorAWorker() throws Exception {
        ProcessHost host = fixture.host();
        host.findWorkers();
        WorkerProcess worker = await(host.launch(port, WORDS));
        fixture.awaitBeatAfter(host, port, worker, 0);
        List<Path> written = List.of(log(), oldLog("assigned-1"), oldLog("first-1"), oldLog("zero-1"));
        FileTime old = FileTime.from(Instant.now().minus(HostFixture.LOG_RETENTION.multipliedBy(2)));
        for (Path file : written) {
            Files.setLastModifiedTime(file, old);
        }

        host.keepLogs(Set.of("assigned-1"));
        until("the last is removed", () -> Files.notExists(local.resolve("logs/zero-1")));
        assertThat(local.resolve("logs/first-1")).doesNotExist();
        assertThat(written.get(0)).exists();
        assertThat(written.get(1)).exists();
    }

    private Path oldLog(String topology) throws IOException {
        Path directory = fixture.tree().logs(topology, port);
        LocalTree.makeDirectory(directory);
        return Files.writeString(directory.resolve("worker.log"), "over");
    }

    @Test
    void remembersForTheNextHostBeforeItStartsAWorker() {
        ProcessHost host = fixture.host();
        for (int epoch = 1; epoch <= 50; epoch++) {
            host.remember(new Host.Remembered(epoch, Map.of(port, WORDS)));
        }
        await(host.launch(port, WORDS));

        assertThat(fixture.host().recall()).contains(new Host.Remembered(50, Map.of(port, WORDS)));
    }

    @Test
    void whatIsRememberedLastIsOnDiskWhenItIsClosed() {
        for (int epoch = 1; epoch <= 20; epoch++) {
            ProcessHost host = fixture.host();
            host.remember(new Host.Remembered(epoch, Map.of()));
            host.close();

            assertThat(fixture.host().recall()).contains(new Host.Remembered(epoch, Map.of()));
        }
    }

    private Path log() {
        return local.resolve("logs/words-1").resolve(Integer.toString(port)).resolve("worker.log");
    }

    private List<String> incarnations() {
        try {
            return fixture.tree().incarnations();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean noteIs(Path file, WorkerNote expected) {
        try {
            return WorkerNote.decode(CheckedFile.read(file)).equals(expected);
        } catch (IOException e) {
            return false;
        }
    }

    private static String mode(Path path) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String stateOf(WorkerProcess worker) {
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(worker.pid()), "stat"));
            return stat.substring(stat.lastIndexOf(')') + 2).split(" ")[0];
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void signal(String name, WorkerProcess worker) throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(worker.pid())).start();
        assertThat(kill.waitFor()).isZero();
    }
}
