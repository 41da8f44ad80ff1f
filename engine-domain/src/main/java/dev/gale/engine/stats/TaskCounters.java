package dev.gale.engine.stats;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The cumulative figures of one task, from its start. Written by its executor's thread, read by any. Counts are exact. Latencies are
 * taken whenever the executor has a fresh reading of the clock: for every tuple when calls are slow, for one in up to 64 when they
 * are fast.
 */
public final class TaskCounters {
    /**
     * One stream that the task emits to: emits, and tuples that these became; of a spout also the roots that it was told are
     * complete, and those that failed, timeouts included. The common emit, which becomes one tuple, counts once.
     *
     * @param single emits that became one tuple
     * @param others other emits
     * @param otherTransfers tuples that the other emits became
     */
    public record Output(Counter single, Counter others, Counter otherTransfers, Counter acked, Counter failed) {
        Output() {
            this(new Counter(), new Counter(), new Counter(), new Counter(), new Counter());
        }

        /** Calls of emit. */
        public long emitted() {
            return single.get() + others.get();
        }

        /** Tuples that emits became. */
        public long transferred() {
            return single.get() + otherTransfers.get();
        }
    }

    /** One stream that the task receives. Process latency is from the start of execute to the ack. */
    public record Input(Counter executed, Counter acked, Counter failed, Latency execute, Latency process) {
        Input() {
            this(new Counter(), new Counter(), new Counter(), new Latency(), new Latency());
        }
    }

    /** A sum of sampled latencies. */
    public record Latency(Counter sumNanos, Counter samples) {
        Latency() {
            this(new Counter(), new Counter());
        }

        public void add(long nanos) {
            sumNanos.add(nanos);
            samples.add(1);
        }
    }

    /** A stream that the task receives. */
    public record InputKey(String component, String stream) {}

    private final Map<String, Output> outputs = new ConcurrentHashMap<>();
    private final Map<InputKey, Input> inputs = new ConcurrentHashMap<>();
    private final Counter timedOut = new Counter();
    private final Counter pending = new Counter();
    private final Counter strays = new Counter();
    private final Counter errors = new Counter();
    private final Latency complete = new Latency();

    /** Made at the first call for a stream. */
    public Output output(String stream) {
        return outputs.computeIfAbsent(stream, key -> new Output());
    }

    public Input input(String component, String stream) {
        return inputs.computeIfAbsent(new InputKey(component, stream), key -> new Input());
    }

    public Map<String, Output> outputs() {
        return outputs;
    }

    public Map<InputKey, Input> inputs() {
        return inputs;
    }

    /** Those of the failed roots that ended by timeout. */
    public Counter timedOut() {
        return timedOut;
    }

    /** Roots that a spout task waits for. */
    public Counter pending() {
        return pending;
    }

    /** Ack messages for roots that had ended, or of another life. */
    public Counter strays() {
        return strays;
    }

    /** Errors of user code, thrown or reported. */
    public Counter errors() {
        return errors;
    }

    /** From emit to completion; sampled. */
    public Latency complete() {
        return complete;
    }
}
