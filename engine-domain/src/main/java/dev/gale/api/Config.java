package dev.gale.api;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The configuration of a topology: a map with names for the keys that the engine knows and setters for the common ones. A key under
 * {@code topology.} that the engine does not know is refused at submit, naming the nearest known one; keys under other names pass
 * through to the components.
 */
public class Config extends HashMap<String, Object> {
    /** Worker processes (in local mode: groups of executors whose tuples are encoded between each other). Default 1. */
    public static final String TOPOLOGY_WORKERS = "topology.workers";

    /** Tasks a component, unless the builder says so. Default: as many as executors. */
    public static final String TOPOLOGY_TASKS = "topology.tasks";

    /** Upper limit of the tasks of a component. Default: none. */
    public static final String TOPOLOGY_MAX_TASK_PARALLELISM = "topology.max.task.parallelism";

    /**
     * Dedicated acker executors. 0: emitted tuples are acked at once and not tracked. Not set: no ackers, each spout executor tracks
     * its own tuples.
     */
    public static final String TOPOLOGY_ACKER_EXECUTORS = "topology.acker.executors";

    /** {@code spout} (default) or {@code dedicated}; the latter with one acker a worker unless their number is set. */
    public static final String TOPOLOGY_ACKER_PLACEMENT = "topology.acker.placement";

    /** A tree without progress for this long fails, at the latest after twice this long. Seconds; default 30. */
    public static final String TOPOLOGY_MESSAGE_TIMEOUT_SECS = "topology.message.timeout.secs";

    /** False: trees never time out. Default true. */
    public static final String TOPOLOGY_ENABLE_MESSAGE_TIMEOUTS = "topology.enable.message.timeouts";

    /** Tracked tuples that a spout task may have pending; what one call emits on top is allowed. Default 10,000. */
    public static final String TOPOLOGY_MAX_SPOUT_PENDING = "topology.max.spout.pending";

    /** Ticks for the bolt's tasks, every so many seconds (fractions allowed). Default: none. */
    public static final String TOPOLOGY_TICK_TUPLE_FREQ_SECS = "topology.tick.tuple.freq.secs";

    /** Tuples that may wait in each inbound lane of an executor. Default 4,096. */
    public static final String TOPOLOGY_EXECUTOR_RECEIVE_BUFFER_SIZE = "topology.executor.receive.buffer.size";

    /**
     * Tuples that an executor may hold back before ticks, acks, fails and calls of other threads wait as well; tuples from outside its own
     * cycle, and a spout's nextTuple, wait as soon as one is held back. Default 4,096.
     */
    public static final String TOPOLOGY_EXECUTOR_OVERFLOW_LIMIT = "topology.executor.overflow.limit";

    /** Tuples that are handed on together at most. Default 128. */
    public static final String TOPOLOGY_PRODUCER_BATCH_SIZE = "topology.producer.batch.size";

    /** Bytes of encoded tuples that may be under way to one task. Default 1 MiB. */
    public static final String TOPOLOGY_TRANSFER_CREDIT_BYTES = "topology.transfer.credit.bytes";

    /** Largest encoded tuple. Default 8 MiB. */
    public static final String TOPOLOGY_TUPLE_MAX_BYTES = "topology.tuple.max.bytes";

    /** Key groups of fields groupings; fixed for the life of a topology. Default 4,096. */
    public static final String TOPOLOGY_KEY_GROUPS = "topology.key.groups";

    /**
     * True: every emitted value is encoded, and checked again when its receiver is called, so that a value of an unregistered class
     * or one that was changed after the emit is an error naming the emitting component, wherever the receiver runs. Without it a
     * change made after the emit is seen by receivers in the same worker and not by others. Default false; true in the test kit.
     */
    public static final String TOPOLOGY_STRICT_VALUES = "topology.strict.values";

    /** Classes of tuple values, in order: a name, or a map of a name to its {@link TupleSerializer}. */
    public static final String TOPOLOGY_KRYO_REGISTER = "topology.kryo.register";

    /** Logs every emit and ack. Default false. */
    public static final String TOPOLOGY_DEBUG = "topology.debug";

    /**
     * A task with waiting input and no step for this long is stuck, and so is a spout that does not return from a call. That is reported;
     * after twice as long its worker is started anew, but not in local mode. Seconds; default 60.
     */
    public static final String TOPOLOGY_TASK_STUCK_SECS = "topology.task.stuck.secs";

    /**
     * Options for the JVMs of this topology's workers, after those of {@code worker.childopts}, so that these win: a text that blanks divide,
     * with quotes around what holds some, or a list with one option in each item. Names between percent signs, such as {@code %ID%} and
     * {@code %WORKER-PORT%}, are filled in. No shell sees them. Options that name other classes or belong to the supervisor are
     * refused. Default: none. Local mode has no JVMs to start and does not look at them.
     */
    public static final String TOPOLOGY_WORKER_CHILDOPTS = "topology.worker.childopts";

    public Config() {}

    public Config(Map<String, ?> entries) {
        super(entries);
    }

    public void setNumWorkers(int workers) {
        put(TOPOLOGY_WORKERS, workers);
    }

    public void setNumAckers(int executors) {
        put(TOPOLOGY_ACKER_EXECUTORS, executors);
    }

    public void setMessageTimeoutSecs(int seconds) {
        put(TOPOLOGY_MESSAGE_TIMEOUT_SECS, seconds);
    }

    public void setMaxSpoutPending(int tuples) {
        put(TOPOLOGY_MAX_SPOUT_PENDING, tuples);
    }

    public void setMaxTaskParallelism(int tasks) {
        put(TOPOLOGY_MAX_TASK_PARALLELISM, tasks);
    }

    public void setTickTupleFreqSecs(Number seconds) {
        put(TOPOLOGY_TICK_TUPLE_FREQ_SECS, seconds);
    }

    public void setStrictValues(boolean strict) {
        put(TOPOLOGY_STRICT_VALUES, strict);
    }

    public void setDebug(boolean debug) {
        put(TOPOLOGY_DEBUG, debug);
    }

    /** Allows values of this class between workers; its fields are written by the engine's default rule. */
    public void registerSerialization(Class<?> type) {
        registrations().add(type.getName());
    }

    /** Allows values of this class between workers, written by {@code serializer}. */
    public <T> void registerSerialization(Class<T> type, Class<? extends TupleSerializer<T>> serializer) {
        registrations().add(Map.of(type.getName(), serializer.getName()));
    }

    private List<Object> registrations() {
        List<Object> list = new ArrayList<>();
        if (get(TOPOLOGY_KRYO_REGISTER) instanceof List<?> present) {
            list.addAll(present);
        }
        put(TOPOLOGY_KRYO_REGISTER, list);
        return list;
    }
}
