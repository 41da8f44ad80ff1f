package dev.gale.bench.harness;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** The {@link SharedCounters} of all stages that count in one directory, as the process sees them that measures. */
public final class CounterFiles {
    private record Stage(String name, long pid, ByteBuffer counters) {}

    private final Path directory;
    private final Map<Path, Stage> stages = new LinkedHashMap<>();

    public CounterFiles(Path directory) {
        this.directory = directory;
    }

    /** Looks for stages that were opened since the last time. */
    public void discover() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.sorted().toList()) {
                if (!stages.containsKey(file) && Files.size(file) >= SharedCounters.BYTES) {
                    stages.put(file, stage(file));
                }
            }
        }
    }

    /** How many stages were opened. */
    public int stages() {
        return stages.size();
    }

    /** Of all sources. */
    public long acked() {
        return count("source", SharedCounters.ACKED);
    }

    long emitted() {
        return count("source", SharedCounters.TUPLES);
    }

    long failed() {
        return count("source", SharedCounters.FAILED);
    }

    long arrived() {
        return count("sink", SharedCounters.TUPLES);
    }

    /** The processes of the stages, each once. */
    LongStream pids() {
        return stages.values().stream().mapToLong(Stage::pid).distinct();
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
}
