package dev.gale.examples.wordcount;

import java.io.PrintStream;
import java.time.Duration;

/** One run of the topology. Closing it leaves no thread and no process behind. */
public interface WordCountRun extends AutoCloseable {
    /**
     * How far it is; counts of all tasks, since the start.
     *
     * @param read lines that were emitted
     * @param acked lines that were counted in full
     * @param failed lines that were or will be replayed
     * @param executed calls of execute
     */
    record Figures(long read, long acked, long failed, long executed) {}

    /**
     * Waits until every line is counted.
     *
     * @return whether that is so; false when the time is over
     * @throws RunFailedException if a component has reported an error: none does unless something outside of it is wrong, such as a full
     *     disk, and that would not pass
     */
    boolean awaitFinished(Duration patience) throws RunFailedException, InterruptedException;

    Figures figures() throws RunFailedException, InterruptedException;

    /** Stays up for as long as whoever started it wishes, when all else is done. */
    void linger(PrintStream out) throws InterruptedException;

    @Override
    void close();
}
