package dev.gale.bench.flink;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.core.io.InputStatus;

/** Emits one value a poll, in the task's own thread and with no lock. */
abstract class EndlessReader<T> implements SourceReader<T, EndlessSource.Progress> {
    private long emitted;

    /** The next value, for which it may wait some microseconds. */
    abstract T next();

    @Override
    public final InputStatus pollNext(ReaderOutput<T> output) {
        output.collect(next());
        emitted++;
        return InputStatus.MORE_AVAILABLE;
    }

    @Override
    public void start() {}

    @Override
    public final List<EndlessSource.Progress> snapshotState(long checkpointId) {
        return List.of(new EndlessSource.Progress(emitted));
    }

    @Override
    public final CompletableFuture<Void> isAvailable() {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public final void addSplits(List<EndlessSource.Progress> splits) {
        splits.forEach(split -> emitted = Math.max(emitted, split.emitted()));
    }

    @Override
    public final void notifyNoMoreSplits() {}

    @Override
    public final void close() {}
}
