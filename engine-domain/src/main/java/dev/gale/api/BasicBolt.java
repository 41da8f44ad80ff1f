package dev.gale.api;

import java.util.Map;

/**
 * A bolt whose emits are anchored to the input by themselves, and whose input is acked when {@code execute} returns. A
 * {@link FailedException} fails the input without a report; any other exception does what it does for a {@link Bolt}.
 */
public interface BasicBolt extends Component {
    /** Called first, once for each instance. */
    default void prepare(Map<String, Object> conf, TopologyContext context) {}

    /** Handles one input. The collector belongs to this call. */
    void execute(Tuple input, BasicOutputCollector collector);

    /** Called when nothing more will be; not guaranteed when a process is killed. */
    default void cleanup() {}
}
