package dev.gale.bench.jmh;

import dev.gale.api.Fields;
import dev.gale.api.GroupingSpec;
import dev.gale.api.TopologyContext;
import dev.gale.engine.grouping.Grouper;
import dev.gale.engine.grouping.GroupingContext;
import dev.gale.engine.grouping.Groupings;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Choosing one of 16 tasks. The baseline is what Storm computes: the JDK's deep hash of the selected values, modulo the tasks. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(2)
public class GroupingBenchmark {
    private static final int TASKS = 16;
    private static final int TUPLES = 1_024;

    private final Object[][] words = new Object[TUPLES][];
    private final Object[][] numbers = new Object[TUPLES][];
    private final Grouper shuffle = grouper(new GroupingSpec.Shuffle());
    private final Grouper fields = grouper(new GroupingSpec.ByFields(new Fields("key")));
    private final Grouper partialKey = grouper(new GroupingSpec.PartialKey(new Fields("key")));
    private int next;

    @Setup
    public void fill() {
        Random random = new Random(1);
        for (int i = 0; i < TUPLES; i++) {
            words[i] = new Object[] {Integer.toString(random.nextInt(5_000), 36), i};
            numbers[i] = new Object[] {random.nextLong(), i};
        }
    }

    @Benchmark
    public int shuffle() {
        return shuffle.choose(next(words));
    }

    @Benchmark
    public int fieldsOfText() {
        return fields.choose(next(words));
    }

    @Benchmark
    public int fieldsOfLong() {
        return fields.choose(next(numbers));
    }

    @Benchmark
    public int partialKeyOfText() {
        return partialKey.choose(next(words));
    }

    @Benchmark
    public int deepHashOfText() {
        return Math.floorMod(Arrays.deepHashCode(new Object[] {next(words)[0]}), TASKS);
    }

    private Object[] next(Object[][] of) {
        next = next + 1 & TUPLES - 1;
        return of[next];
    }

    private static Grouper grouper(GroupingSpec spec) {
        return Groupings.create(
                spec,
                new GroupingContext(
                        "source",
                        "default",
                        new Fields("key", "number"),
                        1,
                        IntStream.rangeClosed(2, TASKS + 1).toArray(),
                        new boolean[TASKS],
                        4_096,
                        new Random(1),
                        noContext()));
    }

    /** Built-in groupings ask nothing. */
    private static TopologyContext noContext() {
        return (TopologyContext) Proxy.newProxyInstance(
                TopologyContext.class.getClassLoader(),
                new Class<?>[] {TopologyContext.class},
                (proxy, method, args) -> {
                    throw new UnsupportedOperationException(method.getName());
                });
    }
}
