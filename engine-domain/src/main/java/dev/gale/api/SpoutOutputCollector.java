package dev.gale.api;

import java.util.List;

/**
 * How a spout emits. Belongs to the executor's thread: a call from another thread throws {@link IllegalStateException} that names
 * the component; {@link #threadSafe} gives a handle for others. No call blocks.
 *
 * <p>Every emit throws {@link IllegalArgumentException}, naming component and stream, when the stream was not declared, the number
 * of values is not that of its fields, a key cannot be hashed, or a value for another worker cannot be encoded.
 */
public interface SpoutOutputCollector extends ErrorReporter {
    /**
     * @param messageId comes back in {@code ack} or {@code fail}
     * @return the task ids that receive the tuple
     */
    List<Integer> emit(String streamId, List<Object> values, Object messageId);

    /** Emits to one task of a direct stream. */
    void emitDirect(int taskId, String streamId, List<Object> values, Object messageId);

    /** Emits to the default stream, tracked by {@code messageId}. */
    List<Integer> emit(List<Object> values, Object messageId);

    /** Emits to the default stream, not tracked. */
    List<Integer> emit(List<Object> values);

    /** Emits, not tracked. */
    List<Integer> emit(String streamId, List<Object> values);

    default void emitDirect(int taskId, List<Object> values, Object messageId) {
        emitDirect(taskId, Streams.DEFAULT, values, messageId);
    }

    void emitDirect(int taskId, String streamId, List<Object> values);

    default void emitDirect(int taskId, List<Object> values) {
        emitDirect(taskId, Streams.DEFAULT, values);
    }

    /** How many tuples of this task are neither acked nor failed. */
    int getPendingCount();

    /**
     * Says that this task has nothing more to emit; {@code nextTuple} is not called again, unless a tuple fails afterwards: then it
     * is, so that the spout can emit it again, and the spout says so anew. When every spout task has finished and nothing is
     * pending, the topology's status is FINISHED.
     */
    void finish();

    /**
     * A handle for other threads. Its calls are handed to the executor's thread and carried out there in order, as the spout would be
     * asked: not while the topology is inactive, something is held back or too many tuples are pending.
     */
    Emitter threadSafe();

    /** What other threads may do. Blocks the caller while too many of its calls wait; throws once the executor has stopped. */
    interface Emitter extends ErrorReporter {
        void emit(String streamId, List<Object> values, Object messageId);

        default void emit(List<Object> values, Object messageId) {
            emit(Streams.DEFAULT, values, messageId);
        }
    }
}
