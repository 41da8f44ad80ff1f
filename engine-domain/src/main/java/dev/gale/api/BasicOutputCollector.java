package dev.gale.api;

import java.util.List;

/** How a {@link BasicBolt} emits: anchored to the input of the call. The errors are those of {@link OutputCollector}. */
public interface BasicOutputCollector extends ErrorReporter {
    List<Integer> emit(String streamId, List<Object> values);

    List<Integer> emit(List<Object> values);

    /** Emits to one task of a direct stream. */
    void emitDirect(int taskId, String streamId, List<Object> values);

    default void emitDirect(int taskId, List<Object> values) {
        emitDirect(taskId, Streams.DEFAULT, values);
    }

    void resetTimeout();
}
