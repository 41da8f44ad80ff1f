package dev.gale.api;

import java.util.Map;

/**
 * Consumes streams, and may emit others. All calls for one task come from one thread, the executor's. Every input must be acked or
 * failed in the end, else its tree times out; {@link BasicBolt} does that by itself. An exception out of {@code execute} is
 * reported, fails the input in hand, and a new instance is prepared.
 */
public interface Bolt extends Component {
    /** Called first, once for each instance. {@code conf} is the merged configuration and cannot be changed. */
    void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector collector);

    /** Handles one input. Anchor what is emitted on its behalf, then ack it; both may also happen in a later call. */
    void execute(Tuple input);

    /** Called when nothing more will be; not guaranteed when a process is killed. */
    default void cleanup() {}
}
