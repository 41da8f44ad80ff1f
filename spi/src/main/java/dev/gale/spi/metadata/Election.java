package dev.gale.spi.metadata;

import dev.gale.spi.plugin.Bytes;
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
}
