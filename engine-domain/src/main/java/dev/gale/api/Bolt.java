package dev.gale.api;

import java.util.Map;

/**
 * Consumes streams, and may emit others. All calls for one task come from one thread, the executor's. Every input must be acked or
 * failed in the end, else its tree times out; {@link BasicBolt} does that by itself. An exception out of {@code execute} is
 * reported, fails the input in hand, and a new instance is prepared.
 *
 * <p>The new instance is prepared at once as long as, of late, each failure was made good by two inputs that were handled well; so a bolt
 * that throws on one input in ten keeps its pace. Failures beyond that wait, 10 milliseconds at first and twice as long each time, up to
 * 5 seconds; sixteen of them, such as a bolt has that throws on every input, end the worker, which is started anew. A hundred inputs in a
 * row that were handled well make everything forgotten. To fail an input on purpose costs nothing: see {@link OutputCollector#fail} and
 * {@link FailedException}.
 */
public interface Bolt extends Component {
    /** Called first, once for each instance. {@code conf} is the merged configuration and cannot be changed. */
    void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector collector);

    /** Handles one input. Anchor what is emitted on its behalf, then ack it; both may also happen in a later call. */
    void execute(Tuple input);

    /** Called when nothing more will be; not guaranteed when a process is killed. */
    default void cleanup() {}
}
