package dev.gale.runtime.supervisor;

import static dev.gale.runtime.supervisor.HostFixture.WORDS;
import static dev.gale.runtime.supervisor.HostFixture.await;
import static dev.gale.runtime.supervisor.HostFixture.until;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.adapter.memory.MemoryMetadataStoreFactory;
import dev.gale.api.Streams;
import dev.gale.engine.assignment.Assignment;
import dev.gale.engine.cluster.SupervisorId;
import dev.gale.engine.cluster.WorkerSlot;
import dev.gale.engine.supervisor.SlotState;
import dev.gale.engine.supervisor.SupervisorMachine;
import dev.gale.engine.supervisor.SupervisorTimings;
import dev.gale.engine.supervisor.WorkerProcess;
import dev.gale.runtime.plugin.EnginePluginContext;
import dev.gale.runtime.store.AssignmentFormat;
import dev.gale.runtime.store.AssignmentRecord;
import dev.gale.runtime.store.Keys;
import dev.gale.runtime.store.SupervisorRecord;
import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.tck.network.FreePort;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A supervisor as it is put together, over a store in memory and with workers that are processes. */
@Timeout(300)
class SupervisorIT {
    private static final SupervisorTimings TIMINGS = new SupervisorTimings(
            TimeUnit.SECONDS.toNanos(60),
            TimeUnit.SECONDS.toNanos(4),
            TimeUnit.SECONDS.toNanos(2),
            TimeUnit.MILLISECONDS.toNanos(100),
            TimeUnit.SECONDS.toNanos(2),
            TimeUnit.SECONDS.toNanos(60),
            TimeUnit.MILLISECONDS.toNanos(100));
    private static final SupervisorId SELF = new SupervisorId("host-a");

    private final Keys keys = new Keys(Key.of("/gale"));
    private final int port = FreePort.next();
    private final MemoryMetadataStoreFactory stores = new MemoryMetadataStoreFactory();
    private final ScheduledExecutorService control = Executors.newSingleThreadScheduledExecutor();

    @TempDir
    Path local;

    private HostFixture fixture;
    private MetadataStore store;
    private ProcessHost host;
    private SupervisorDriver supervisor;

    @BeforeEach
    void open() {
        fixture = new HostFixture(local);
        store = store();
        await(store.commit(commit().put(
                        keys.epoch(), Bytes.of(ByteBuffer.allocate(Long.BYTES).putLong(0, 1)))
                .build()));
        host = fixture.host();
        supervisor = supervise();
        control.scheduleWithFixedDelay(() -> supervisor.tick(), 20, 20, TimeUnit.MILLISECONDS);
    }

    @AfterEach
    void close() throws Exception {
        onControl(supervisor::close);
        control.shutdown();
        assertThat(control.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        store.close();
        fixture.close();
    }

    @Test
    void replacesAWorkerThatIsKilledAndOneThatIsStopped() throws Exception {
        assign(1);
        WorkerProcess first = awaitRunning(0);
        signal("KILL", first);
        WorkerProcess second = awaitRunning(first.pid());
        signal("STOP", second);
        WorkerProcess third = awaitRunning(second.pid());

        assertThat(fixture.running()).containsExactly(third);
        until(
                "what the others left is removed",
                () -> Files.notExists(fixture.directory(first)) && Files.notExists(fixture.directory(second)));
        unassign();
        until("it has ended", () -> fixture.running().isEmpty());
    }

    /** Its last words are in a log of this host only, where those who look after the topology may have no access. */
    @Test
    void aWorkerThatEndsUnaskedIsAmongTheErrorsOfItsTopology() throws Exception {
        await(store.commit(
                commit().put(keys.topology(WORDS.topology()), Bytes.utf8("{}")).build()));
        assign(1);
        WorkerProcess first = awaitRunning(0);
        assertThat(errors()).isEmpty();
        signal("KILL", first);
        awaitRunning(first.pid());

        until("it is told", () -> errors().size() == 1);
        assertThat(errors().get(0))
                .contains("The worker has ended, and is started again: it ended: exit code 137 (SIGKILL)")
                .contains("host-a:" + port);
        unassign();
        until("it has ended", () -> fixture.running().isEmpty());
        assertThat(errors()).hasSize(1);
    }

    @Test
    void anotherGenerationIsAnotherProcess() {
        assign(1);
        WorkerProcess first = awaitRunning(0);
        assign(2);
        WorkerProcess second = awaitRunning(first.pid());

        assertThat(fixture.running()).containsExactly(second);
    }

    @Test
    void theNextSupervisorGoesOnWithTheSameProcessThoughItRemembersNothing() throws Exception {
        assign(1);
        WorkerProcess worker = awaitRunning(0);
        for (boolean forgetful : new boolean[] {false, true}) {
            replaceSupervisor("", () -> {
                if (forgetful) {
                    Files.write(local.resolve("supervisor/state.json"), new byte[300]);
                    LocalTree.delete(local.resolve("supervisor/state.json.previous"));
                }
            });

            assertThat(awaitRunning(0)).isEqualTo(worker);
            assertThat(fixture.running()).containsExactly(worker);
        }
    }

    /** O-61 */
    @Test
    void showsWhyAWorkerCannotStartAndTriesAgainAfterLongerAndLongerWaits() throws Exception {
        replaceSupervisor("-XX:NoSuchFlag", () -> {});
        assign(1);

        until("it has failed often", () -> failures() >= 4);
        assertThat(trouble()).contains("Unrecognized VM option 'NoSuchFlag'");
        unassign();
        until("the slot is empty", () -> stateIs(SlotState.EMPTY));
        assertThat(fixture.running()).isEmpty();
    }

    /** What happens to files between two supervisors. */
    private interface Meanwhile {
        void happens() throws Exception;
    }

    private void replaceSupervisor(String childOpts, Meanwhile meanwhile) throws Exception {
        onControl(supervisor::close);
        host.close();
        meanwhile.happens();
        host = fixture.host(childOpts);
        SupervisorDriver next = supervise();
        onControl(() -> supervisor = next);
    }

    private SupervisorDriver supervise() {
        SupervisorDriver driver = new SupervisorDriver(
                store,
                keys,
                new SupervisorMachine(List.of(port), TIMINGS),
                host,
                new SupervisorRecord(
                        SELF, "localhost", List.of(port), List.of(), Instant.EPOCH, Instant.EPOCH, 0, "test"),
                control,
                task -> control.schedule(task, 50, TimeUnit.MILLISECONDS),
                System::nanoTime,
                Instant::now,
                () -> UUID.randomUUID().toString());
        driver.start();
        return driver;
    }

    private MetadataStore store() {
        return stores.open(
                ConfigSection.of("memory", Map.of()),
                new EnginePluginContext("test", "store memory", System::nanoTime, new SplittableRandom(1)));
    }

    private void assign(long generation) {
        WorkerSlot slot = new WorkerSlot(SELF, port);
        AssignmentRecord record = new AssignmentRecord(
                new Assignment(
                        generation,
                        new TreeMap<>(Map.of(WORDS.executors().get(0), slot)),
                        new TreeMap<>(Map.of(slot, generation))),
                new TreeMap<>(Map.of(SELF, "localhost")),
                new TreeMap<>(),
                WORDS.codeDigest());
        await(store.commit(commit().put(keys.assignment(WORDS.topology()), new AssignmentFormat().encode(record, null))
                .build()));
    }

    private void unassign() {
        await(store.commit(commit().delete(keys.assignment(WORDS.topology())).build()));
    }

    private List<String> errors() {
        Key under = keys.under(Keys.Kind.ERROR, WORDS.topology()).child(Streams.SYSTEM_COMPONENT);
        List<String> errors = new ArrayList<>();
        for (String name : await(store.children(under))) {
            await(store.read(under.child(name)))
                    .ifPresent(error -> errors.add(new String(error.value().toArray(), StandardCharsets.UTF_8)));
        }
        return errors;
    }

    /** A worker that has beaten, and has another pid than the one before. */
    private WorkerProcess awaitRunning(long pidBefore) {
        AtomicReference<WorkerProcess> found = new AtomicReference<>();
        until("another worker runs than " + pidBefore, () -> {
            WorkerProcess process =
                    ask(() -> supervisor.machine().report().get(port).state() == SlotState.RUNNING
                            ? supervisor.machine().processes().get(port)
                            : null);
            found.set(process);
            return process != null && process.pid() != pidBefore;
        });
        return found.get();
    }

    private boolean stateIs(SlotState state) {
        return ask(() -> supervisor.machine().report().get(port).state()) == state;
    }

    private int failures() {
        return ask(() -> supervisor.machine().report().get(port).failures());
    }

    private String trouble() {
        return ask(() -> supervisor.machine().report().get(port).trouble());
    }

    private <T> T ask(Supplier<T> question) {
        return await(CompletableFuture.supplyAsync(question, control));
    }

    private void onControl(Runnable action) {
        await(CompletableFuture.runAsync(action, control));
    }

    private static Commit.Builder commit() {
        return Commit.builder(UUID.randomUUID().toString());
    }

    private static void signal(String name, WorkerProcess worker) throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(worker.pid())).start();
        assertThat(kill.waitFor()).isZero();
    }
}
