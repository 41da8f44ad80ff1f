package dev.gale.spi.metadata;

import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.util.Objects;

/**
 * What candidates stand for.
 *
 * @param leader the session key that says who leads: read it with {@link Leader#of}
 * @param epoch the persistent key that counts the leaders; nobody deletes it, and only elections write it
 * @param description what a candidate tells about itself, such as its address
 */
public record Election(Key leader, Key epoch, Bytes description) {
    public Election {
        Objects.requireNonNull(description, "description");
        if (leader.equals(epoch)) {
            throw new IllegalArgumentException("leader and epoch are two keys: " + leader);
        }
    }

    /**
     * Reads the state of {@link #epoch}.
     *
     * @throws EngineException of category FATAL if the key holds something else
     */
    public static long epochOf(Versioned state) {
        if (state.value().length() != Long.BYTES) {
            throw new EngineException(Category.FATAL, state.key() + " holds no epoch: " + state.value());
        }
        return state.value().buffer().getLong();
    }
}
