package dev.gale.bench.flink;

import dev.gale.bench.harness.Pace;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;

/** Emits the time at which the record was due, waiting for it in the task's thread. */
final class PacedSource extends EndlessSource<Long> {
    private final int ratePerSecond;

    PacedSource(int ratePerSecond) {
        this.ratePerSecond = ratePerSecond;
    }

    @Override
    public SourceReader<Long, Progress> createReader(SourceReaderContext context) {
        Pace pace = new Pace(ratePerSecond);
        return new EndlessReader<>() {
            @Override
            Long next() {
                while (true) {
                    long now = System.nanoTime();
                    long due = pace.poll(now);
                    if (due != Pace.NOT_DUE) {
                        return due;
                    }
                    LockSupport.parkNanos(pace.nanosUntilNext(now));
                }
            }
        };
    }
}
