package dev.gale.spi.metadata;

import dev.gale.spi.plugin.Bytes;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * What the leader's key says.
 *
 * @param epoch the number of this leadership
 * @param description what the leader told about itself
 */
public record Leader(long epoch, Bytes description) {
    public Leader {
        Objects.requireNonNull(description, "description");
    }

    /** Reads the state of {@link Election#leader}. */
    public static Leader of(Versioned state) {
        ByteBuffer content = state.value().buffer();
        if (content.remaining() < Long.BYTES) {
            throw new IllegalArgumentException(state.key() + " names no leader: " + state.value());
        }
        return new Leader(content.getLong(), Bytes.of(content));
    }

    Bytes encoded() {
        ByteBuffer content = ByteBuffer.allocate(Long.BYTES + description.length());
        content.putLong(epoch).put(description.buffer());
        return Bytes.of(content.array());
    }
}
