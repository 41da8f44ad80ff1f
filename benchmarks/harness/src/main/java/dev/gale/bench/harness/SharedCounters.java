package dev.gale.bench.harness;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * What one stage of a topology counts for the process that measures, in a file that both map: the {@link Probe} of stages
 * in worker processes. Counting is a plain add and an ordered store, by the one thread that runs the stage.
 */
public final class SharedCounters {
    /** The key of a topology's configuration with the directory of the files. */
    public static final String DIRECTORY_KEY = "bench.counters";

    static final int BYTES = 4 * Long.BYTES;

    /** A source's tuples that were emitted, or a sink's that arrived. */
    static final int TUPLES = 0;

    /** A source's tuples that were acked, and that failed. */
    static final int ACKED = Long.BYTES;

    static final int FAILED = 2 * Long.BYTES;

    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final MappedByteBuffer buffer;
    private long tuples;
    private long acked;
    private long failed;

    private SharedCounters(MappedByteBuffer buffer) {
        this.buffer = buffer;
    }

    /** Of a source in this process. */
    public static SharedCounters ofSource(String directory) {
        return open(directory, "source");
    }

    /** Of a sink in this process. */
    public static SharedCounters ofSink(String directory) {
        return open(directory, "sink");
    }

    private static SharedCounters open(String directory, String stage) {
        Path file = Path.of(directory, stage + "-" + ProcessHandle.current().pid());
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return new SharedCounters(channel.map(FileChannel.MapMode.READ_WRITE, 0, BYTES));
        } catch (IOException e) {
            throw new IllegalStateException("the stage is opened once, and counts in " + file, e);
        }
    }

    /** Counts one tuple. */
    public void tuple() {
        LONG.setRelease((ByteBuffer) buffer, TUPLES, ++tuples);
    }

    /** Counts one tree that is complete. */
    public void acked() {
        LONG.setRelease((ByteBuffer) buffer, ACKED, ++acked);
    }

    /** Counts one tree that is not, and will not be. */
    public void failed() {
        LONG.setRelease((ByteBuffer) buffer, FAILED, ++failed);
    }

    static long read(ByteBuffer of, int counter) {
        return (long) LONG.getAcquire(of, counter);
    }
}
