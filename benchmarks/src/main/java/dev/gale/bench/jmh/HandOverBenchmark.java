package dev.gale.bench.jmh;

import dev.gale.engine.tuple.StreamTuple;
import dev.gale.engine.tuple.TupleBatch;
import dev.gale.runtime.executor.Lane;
import dev.gale.runtime.executor.RoomWaiter;
import dev.gale.runtime.executor.Wakeup;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.GroupThreads;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One thread hands batches to another: operations are batches. The baseline is the JDK's bounded queue. */
@State(Scope.Group)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class HandOverBenchmark {
    /** Tuples a batch. */
    @Param({"1", "128"})
    public int batch;

    private final Wakeup wakeup = new Wakeup();
    private final RoomWaiter waiter = new RoomWaiter(new Wakeup());
    private final Lane<TupleBatch> lane = new Lane<>(4_096, wakeup);
    private final ArrayBlockingQueue<TupleBatch> queue = new ArrayBlockingQueue<>(32);

    @Benchmark
    @Group("lane")
    @GroupThreads(1)
    public boolean laneOffer() {
        return lane.offer(new TupleBatch(1, new StreamTuple[batch], batch), batch, waiter);
    }

    @Benchmark
    @Group("lane")
    @GroupThreads(1)
    public @Nullable TupleBatch lanePoll() {
        return lane.poll();
    }

    @Benchmark
    @Group("arrayBlockingQueue")
    @GroupThreads(1)
    public boolean queueOffer() {
        return queue.offer(new TupleBatch(1, new StreamTuple[batch], batch));
    }

    @Benchmark
    @Group("arrayBlockingQueue")
    @GroupThreads(1)
    public @Nullable TupleBatch queuePoll() {
        return queue.poll();
    }
}
