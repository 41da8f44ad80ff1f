package dev.gale.bench.harness;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Of the two worker processes in which source and sink run, by their {@link SharedCounters}. */
final class WorkerMeters implements Meters {
    private record Stage(String name, long pid, ByteBuffer counters) {}

    private final Path directory;
    private final boolean acked;
    private final Map<Path, Stage> stages = new LinkedHashMap<>();

    /** @param acked whether the source is told of each tuple */
    WorkerMeters(Path directory, boolean acked) {
        this.directory = directory;
        this.acked = acked;
    }

    @Override
    public long tuples() throws IOException {
        discover();
        return count("sink", SharedCounters.TUPLES);
    }

    @Override
    public Reading read() throws IOException {
        long tuples = tuples();
        long cpuNanos = stages.values().stream()
                .mapToLong(Stage::pid)
                .distinct()
                .map(WorkerMeters::cpuNanos)
                .sum();
        return new Reading(System.nanoTime(), tuples, cpuNanos, Map.of());
    }

    /**
     * No process was started anew, source and sink have one each, and nothing arrived that was not emitted. Tracked tuples are
     * looked at one by one: none has failed, none is acked that did not arrive, and what is between is no more than may be.
     */
    @Override
    public void check() throws IOException {
        discover();
        long pids = stages.values().stream().map(Stage::pid).distinct().count();
        require(stages.size() == 2 && pids == 2, "there are " + stages.size() + " stages in " + pids + " processes");
        // In this order, since all counters move meanwhile.
        long done = count("source", SharedCounters.ACKED);
        long arrived = count("sink", SharedCounters.TUPLES);
        long emitted = count("source", SharedCounters.TUPLES);
        long failed = count("source", SharedCounters.FAILED);
        require(arrived > 0 && arrived <= emitted, arrived + " tuples arrived of " + emitted);
        require(failed == 0, failed + " tuples failed");
        if (acked) {
            require(done > 0 && done <= arrived, done + " tuples were acked of " + arrived + " that arrived");
            long then = count("source", SharedCounters.ACKED);
            long before = count("source", SharedCounters.TUPLES);
            require(
                    before - then <= 2L * Scenario.MAX_PENDING + (before - emitted),
                    before - then + " tuples are neither acked nor failed");
        }
    }

    private void discover() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.sorted().toList()) {
                if (!stages.containsKey(file) && Files.size(file) >= SharedCounters.BYTES) {
                    stages.put(file, stage(file));
                }
            }
        }
    }

    private static Stage stage(Path file) throws IOException {
        String[] name = String.valueOf(file.getFileName()).split("-", 2);
        try (FileChannel channel = FileChannel.open(file)) {
            return new Stage(
                    name[0],
                    Long.parseLong(name[1]),
                    channel.map(FileChannel.MapMode.READ_ONLY, 0, SharedCounters.BYTES));
        }
    }

    private long count(String stage, int counter) {
        return stages.values().stream()
                .filter(found -> found.name.equals(stage))
                .mapToLong(found -> SharedCounters.read(found.counters, counter))
                .sum();
    }

    private static long cpuNanos(long pid) {
        Optional<Duration> used =
                ProcessHandle.of(pid).flatMap(process -> process.info().totalCpuDuration());
        return used.orElseThrow(() -> new IllegalStateException("worker process " + pid + " has ended"))
                .toNanos();
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalStateException(otherwise);
        }
    }
}
