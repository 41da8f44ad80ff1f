package dev.gale.engine.nimbus;

import dev.gale.engine.assignment.Assignment;
import java.util.Optional;

/** What a leader wants done in the store, all of it or none, and only if nothing that it was decided upon has changed. */
public sealed interface NimbusCommand {
    String topology();

    /** Why, for people. */
    String reason();

    /**
     * @param record the topology's new record; empty: as it is
     * @param assignment the topology's new assignment; empty: as it is
     */
    record Write(String topology, Optional<TopologyRecord> record, Optional<Assignment> assignment, String reason)
            implements NimbusCommand {}

    /** Everything of the topology goes: records first, then what else is kept of it anywhere. */
    record Remove(String topology, String reason) implements NimbusCommand {}
}
