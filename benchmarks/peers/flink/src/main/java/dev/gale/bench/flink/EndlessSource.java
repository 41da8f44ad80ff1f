package dev.gale.bench.flink;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** A source whose instances need no assigning: each makes its own values, and its state is how many it made. */
abstract class EndlessSource<T> implements Source<T, EndlessSource.Progress, Void> {
    /** The one split of an instance, which exists in checkpoints only. */
    record Progress(long emitted) implements SourceSplit {
        @Override
        public String splitId() {
            return "all";
        }
    }

    @Override
    public final Boundedness getBoundedness() {
        return Boundedness.CONTINUOUS_UNBOUNDED;
    }

    @Override
    public final SplitEnumerator<Progress, Void> createEnumerator(SplitEnumeratorContext<Progress> context) {
        return new NothingToAssign();
    }

    @Override
    public final SplitEnumerator<Progress, Void> restoreEnumerator(
            SplitEnumeratorContext<Progress> context, Void state) {
        return new NothingToAssign();
    }

    @Override
    public final SimpleVersionedSerializer<Progress> getSplitSerializer() {
        return new ProgressSerializer();
    }

    @Override
    public final SimpleVersionedSerializer<Void> getEnumeratorCheckpointSerializer() {
        return new NothingSerializer();
    }

    private static final class NothingToAssign implements SplitEnumerator<Progress, Void> {
        @Override
        public void start() {}

        @Override
        public void handleSplitRequest(int subtask, String host) {}

        @Override
        public void addSplitsBack(List<Progress> splits, int subtask) {}

        @Override
        public void addReader(int subtask) {}

        @Override
        public Void snapshotState(long checkpointId) {
            return null;
        }

        @Override
        public void close() {}
    }

    private static final class ProgressSerializer implements SimpleVersionedSerializer<Progress> {
        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(Progress progress) {
            return ByteBuffer.allocate(Long.BYTES).putLong(progress.emitted()).array();
        }

        @Override
        public Progress deserialize(int version, byte[] bytes) {
            return new Progress(ByteBuffer.wrap(bytes).getLong());
        }
    }

    private static final class NothingSerializer implements SimpleVersionedSerializer<Void> {
        @Override
        public int getVersion() {
            return 1;
        }

        @Override
        public byte[] serialize(Void nothing) {
            return new byte[0];
        }

        @Override
        public Void deserialize(int version, byte[] bytes) throws IOException {
            if (bytes.length > 0) {
                throw new IOException("state of " + bytes.length + " bytes where there is none");
            }
            return null;
        }
    }
}
