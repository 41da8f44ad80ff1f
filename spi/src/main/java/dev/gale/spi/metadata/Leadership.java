package dev.gale.spi.metadata;

import java.util.Objects;

/**
 * The right to act, until somebody else has it.
 *
 * @param epoch larger than that of every leader before
 * @param fence to be among the checks of every commit of this leader: it is refused once there is a newer one
 */
public record Leadership(long epoch, Check fence) {
    public Leadership {
        Objects.requireNonNull(fence, "fence");
    }
}
