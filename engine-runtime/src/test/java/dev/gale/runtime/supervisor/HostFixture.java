package dev.gale.runtime.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.engine.cluster.SupervisorId;
import dev.gale.engine.supervisor.SlotAssignment;
import dev.gale.engine.supervisor.WorkerProcess;
import dev.gale.engine.task.ExecutorId;
import dev.gale.engine.task.TaskId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Hosts over one local directory, with workers that beat and do nothing else. */
final class HostFixture implements AutoCloseable {
    private static final long PATIENCE_SECONDS = Long.getLong("gale.test.patience.seconds", 60);
    static final Duration LOG_RETENTION = Duration.ofHours(1);
    static final SlotAssignment WORDS =
            new SlotAssignment("words-1", 3, List.of(new ExecutorId("split", new TaskId(1), new TaskId(4))), "digest");

    final Path local;
    final FakeCode code = new FakeCode();
    private final ProcessTable processes = new ProcessTable();
    private final ScheduledExecutorService work = Executors.newScheduledThreadPool(3);
    private final List<ProcessHost> hosts = new ArrayList<>();

    HostFixture(Path local) {
        this.local = real(local);
        code.fetch(WORDS.topology(), WORDS.codeDigest());
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Also run by the process of {@link SupervisorThatDies}. */
    static ProcessHost open(Path local, CodeStore code, ScheduledExecutorService work, long testPid, String childOpts) {
        WorkerCommand command = new WorkerCommand(
                Jvm.current(),
                System.getProperty("java.class.path"),
                BeatingWorker.class.getName(),
                local.resolve("gale.yaml"),
                topology -> new WorkerOptions(
                        "-Dtest.pid=" + testPid + " -XX:TieredStopAtLevel=1 -XX:+UseSerialGC " + childOpts,
                        List.of(),
                        32));
        return new ProcessHost(
                new ProcessHost.Settings(
                        local,
                        new SupervisorId("host-a"),
                        new PortProbe(InetAddress.getLoopbackAddress().getHostAddress(), false),
                        Set.of(),
                        1_000_000,
                        LOG_RETENTION),
                command,
                code,
                new FileHeartbeats(),
                work,
                () -> UUID.randomUUID().toString());
    }

    ProcessHost host() {
        return host("");
    }

    ProcessHost host(String childOpts) {
        ProcessHost host = open(local, code, work, ProcessHandle.current().pid(), childOpts);
        hosts.add(host);
        return host;
    }

    LocalTree tree() {
        return LocalTree.open(local);
    }

    Path directory(WorkerProcess worker) {
        return tree().worker(worker.incarnation());
    }

    /** Those whose command line tells that they are workers of this directory. */
    Set<WorkerProcess> running() {
        return Set.copyOf(processes.marked(local.resolve("workers")).values());
    }

    void awaitBeatAfter(Host host, int port, WorkerProcess worker, long sequence) {
        until(
                "a heartbeat of " + worker,
                () -> host.lastBeat(port, worker)
                        .filter(beat -> beat.sequence() > sequence)
                        .isPresent());
    }

    static <T> T await(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException known ? known : new IllegalStateException(e.getCause());
        } catch (InterruptedException | TimeoutException e) {
            throw new IllegalStateException("it did not come in " + PATIENCE_SECONDS + " s", e);
        }
    }

    static void until(String what, BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime() - start).as(what).isLessThan(TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS));
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }

    /** Ends the workers that are left. */
    @Override
    public void close() {
        hosts.forEach(ProcessHost::close);
        running().forEach(processes::kill);
        until("all workers are gone", () -> running().isEmpty());
        work.shutdown();
        try {
            assertThat(work.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
