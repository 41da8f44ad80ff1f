package dev.gale.engine.topology;

import dev.gale.api.BasicBolt;
import dev.gale.api.Bolt;
import dev.gale.api.Component;
import dev.gale.api.Spout;
import java.util.Optional;

/** What a component is to the engine. Everything but running it can be decided by this, without its class. */
public enum ComponentKind {
    SPOUT,
    BOLT,
    BASIC_BOLT;

    /** Empty for a component that is none of them, or a spout and a bolt at once; that of a bolt wins over a basic one's. */
    public static Optional<ComponentKind> of(Component component) {
        boolean bolt = component instanceof Bolt || component instanceof BasicBolt;
        if (component instanceof Spout) {
            return bolt ? Optional.empty() : Optional.of(SPOUT);
        }
        if (component instanceof Bolt) {
            return Optional.of(BOLT);
        }
        return bolt ? Optional.of(BASIC_BOLT) : Optional.empty();
    }
}
