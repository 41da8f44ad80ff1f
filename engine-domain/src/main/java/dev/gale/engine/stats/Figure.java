package dev.gale.engine.stats;

import dev.gale.engine.topology.StreamId;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The name of one number within {@link Figures}, to count with; the only place that knows how figures are taken apart. */
record Figure(Kind kind, @Nullable StreamId stream) {
    enum Kind {
        EMITTED,
        TRANSFERRED,
        EXECUTED,
        ACKED,
        FAILED,
        EXECUTE_NANOS,
        EXECUTE_SAMPLES,
        PROCESS_NANOS,
        PROCESS_SAMPLES,
        COMPLETE_NANOS,
        COMPLETE_SAMPLES,
        BUSY_NANOS,
        BLOCKED_NANOS,
        IDLE_NANOS,
        TIMED_OUT,
        STRAYS,
        ERRORS
    }

    static Map<Figure, Long> take(Figures figures, String component) {
        Map<Figure, Long> numbers = new LinkedHashMap<>();
        StreamCounts counts = figures.counts();
        counts.emitted().forEach((stream, n) -> numbers.put(of(Kind.EMITTED, new StreamId(component, stream)), n));
        counts.transferred()
                .forEach((stream, n) -> numbers.put(of(Kind.TRANSFERRED, new StreamId(component, stream)), n));
        counts.executed().forEach((stream, n) -> numbers.put(of(Kind.EXECUTED, stream), n));
        counts.acked().forEach((stream, n) -> numbers.put(of(Kind.ACKED, stream), n));
        counts.failed().forEach((stream, n) -> numbers.put(of(Kind.FAILED, stream), n));
        Latencies latencies = figures.latencies();
        take(latencies.execute(), Kind.EXECUTE_NANOS, Kind.EXECUTE_SAMPLES, numbers);
        take(latencies.process(), Kind.PROCESS_NANOS, Kind.PROCESS_SAMPLES, numbers);
        take(latencies.complete(), Kind.COMPLETE_NANOS, Kind.COMPLETE_SAMPLES, numbers);
        TimeSpent time = figures.time();
        numbers.put(of(Kind.BUSY_NANOS, null), time.busyNanos());
        numbers.put(of(Kind.BLOCKED_NANOS, null), time.blockedNanos());
        numbers.put(of(Kind.IDLE_NANOS, null), time.idleNanos());
        Troubles troubles = figures.troubles();
        numbers.put(of(Kind.TIMED_OUT, null), troubles.timedOut());
        numbers.put(of(Kind.STRAYS, null), troubles.strays());
        numbers.put(of(Kind.ERRORS, null), troubles.errors());
        return numbers;
    }

    static Figures join(Map<Figure, Long> numbers) {
        return new Figures(
                new StreamCounts(
                        byName(numbers, Kind.EMITTED),
                        byName(numbers, Kind.TRANSFERRED),
                        byStream(numbers, Kind.EXECUTED),
                        byStream(numbers, Kind.ACKED),
                        byStream(numbers, Kind.FAILED)),
                new Latencies(
                        latency(numbers, Kind.EXECUTE_NANOS, Kind.EXECUTE_SAMPLES),
                        latency(numbers, Kind.PROCESS_NANOS, Kind.PROCESS_SAMPLES),
                        latency(numbers, Kind.COMPLETE_NANOS, Kind.COMPLETE_SAMPLES)),
                new TimeSpent(
                        number(numbers, Kind.BUSY_NANOS),
                        number(numbers, Kind.BLOCKED_NANOS),
                        number(numbers, Kind.IDLE_NANOS)),
                new Troubles(
                        number(numbers, Kind.TIMED_OUT), number(numbers, Kind.STRAYS), number(numbers, Kind.ERRORS)));
    }

    private static Figure of(Kind kind, @Nullable StreamId stream) {
        return new Figure(kind, stream);
    }

    private static void take(LatencySum sum, Kind nanos, Kind samples, Map<Figure, Long> numbers) {
        numbers.put(of(nanos, null), sum.sumNanos());
        numbers.put(of(samples, null), sum.samples());
    }

    private static LatencySum latency(Map<Figure, Long> numbers, Kind nanos, Kind samples) {
        return new LatencySum(number(numbers, nanos), number(numbers, samples));
    }

    private static long number(Map<Figure, Long> numbers, Kind kind) {
        return numbers.getOrDefault(of(kind, null), 0L);
    }

    private static Map<String, Long> byName(Map<Figure, Long> numbers, Kind kind) {
        Map<String, Long> byName = new TreeMap<>();
        byStream(numbers, kind).forEach((stream, n) -> byName.put(stream.stream(), n));
        return byName;
    }

    private static Map<StreamId, Long> byStream(Map<Figure, Long> numbers, Kind kind) {
        Map<StreamId, Long> byStream = new TreeMap<>();
        numbers.forEach((figure, n) -> {
            StreamId stream = figure.stream();
            if (figure.kind() == kind && stream != null) {
                byStream.put(stream, n);
            }
        });
        return byStream;
    }
}
