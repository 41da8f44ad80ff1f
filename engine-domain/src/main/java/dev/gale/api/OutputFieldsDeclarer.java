package dev.gale.api;

/** Takes the streams that a component emits to. The id of the default stream is {@link Streams#DEFAULT}. */
public interface OutputFieldsDeclarer {
    default void declare(Fields fields) {
        declareStream(Streams.DEFAULT, false, fields);
    }

    default void declare(boolean direct, Fields fields) {
        declareStream(Streams.DEFAULT, direct, fields);
    }

    default void declareStream(String streamId, Fields fields) {
        declareStream(streamId, false, fields);
    }

    /**
     * @param direct whether each emit names its target task; only direct groupings may subscribe then
     * @throws IllegalArgumentException if the stream was declared before
     */
    void declareStream(String streamId, boolean direct, Fields fields);
}
