package dev.gale.api;

import java.util.Map;

/**
 * A source of streams. All calls for one task come from one thread, the executor's, one after the other; none may block for long,
 * since acks, fails and timeouts of the executor wait meanwhile. An exception out of any of them is reported, the task's pending
 * tuples are forgotten and a new instance is opened.
 */
public interface Spout extends Component {
    /** Called first, once for each instance. {@code conf} is the merged configuration and cannot be changed. */
    void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector);

    /** Called when nothing more will be; not guaranteed when a process is killed. */
    default void close() {}

    /** Called before the first {@link #nextTuple} after the topology became active. */
    default void activate() {}

    /** Called when the topology became inactive; {@link #nextTuple} is not called until it is active again. */
    default void deactivate() {}

    /** Emits the next tuples, or returns at once if there are none. Not called while too many tuples are pending. */
    void nextTuple();

    /** The tree of the tuple that was emitted with this id is complete. Called once a message id at most, and not after fail. */
    default void ack(Object msgId) {}

    /** The tree failed or timed out. Emitting the tuple again, or not, is the spout's decision. */
    default void fail(Object msgId) {}
}
