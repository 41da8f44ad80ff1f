package dev.gale.api;

import java.util.Collection;
import java.util.List;

/**
 * How a bolt emits, acks and fails. Belongs to the executor's thread: a call from another thread throws
 * {@link IllegalStateException} that names the component; {@link #threadSafe} gives a handle for others. No call blocks.
 *
 * <p>Every emit throws {@link IllegalArgumentException}, naming component and stream, when the stream was not declared, the number
 * of values is not that of its fields, a key cannot be hashed, or a value for another worker cannot be encoded; and
 * {@link IllegalStateException} when an anchor was acked or failed before. An emit without anchors leaves the tree.
 */
public interface OutputCollector extends ErrorReporter {
    /** @return the task ids that receive the tuple */
    List<Integer> emit(String streamId, Collection<Tuple> anchors, List<Object> values);

    List<Integer> emit(String streamId, Tuple anchor, List<Object> values);

    List<Integer> emit(String streamId, List<Object> values);

    default List<Integer> emit(Collection<Tuple> anchors, List<Object> values) {
        return emit(Streams.DEFAULT, anchors, values);
    }

    List<Integer> emit(Tuple anchor, List<Object> values);

    List<Integer> emit(List<Object> values);

    /** Emits to one task of a direct stream. */
    void emitDirect(int taskId, String streamId, Collection<Tuple> anchors, List<Object> values);

    default void emitDirect(int taskId, String streamId, Tuple anchor, List<Object> values) {
        emitDirect(taskId, streamId, List.of(anchor), values);
    }

    default void emitDirect(int taskId, String streamId, List<Object> values) {
        emitDirect(taskId, streamId, List.of(), values);
    }

    default void emitDirect(int taskId, Collection<Tuple> anchors, List<Object> values) {
        emitDirect(taskId, Streams.DEFAULT, anchors, values);
    }

    default void emitDirect(int taskId, Tuple anchor, List<Object> values) {
        emitDirect(taskId, Streams.DEFAULT, List.of(anchor), values);
    }

    default void emitDirect(int taskId, List<Object> values) {
        emitDirect(taskId, Streams.DEFAULT, List.of(), values);
    }

    /** @throws IllegalStateException if the tuple was acked or failed before */
    void ack(Tuple input);

    /**
     * Fails the tree at once, without waiting for the timeout.
     *
     * @throws IllegalStateException if the tuple was acked or failed before
     */
    void fail(Tuple input);

    /** Starts the timeout of the input's trees anew, for work that takes longer than it. */
    void resetTimeout(Tuple input);

    /** A handle for other threads. Its calls are handed to the executor's thread and carried out there in order. */
    Handle threadSafe();

    /** What other threads may do. Blocks the caller while too many of its calls wait; throws once the executor has stopped. */
    interface Handle extends ErrorReporter {
        void emit(String streamId, Collection<Tuple> anchors, List<Object> values);

        default void emit(Tuple anchor, List<Object> values) {
            emit(Streams.DEFAULT, List.of(anchor), values);
        }

        default void emit(String streamId, Tuple anchor, List<Object> values) {
            emit(streamId, List.of(anchor), values);
        }

        void ack(Tuple input);

        void fail(Tuple input);

        void resetTimeout(Tuple input);
    }
}
