package dev.gale.control;

import java.time.Instant;
import java.util.List;

/**
 * A supervisor that is there.
 *
 * @param host under which others reach its workers
 * @param slots by port
 * @param startTime of its process, by its own clock
 * @param uptimeMillis of its process
 * @param lastUpdate of what it says of itself, by its own clock
 * @param silent whether there was no such update for so long that it is given nothing new, though its session goes on
 * @param version of Gale that it runs
 */
public record SupervisorSummary(
        String id,
        String host,
        List<SlotSummary> slots,
        Instant startTime,
        long uptimeMillis,
        Instant lastUpdate,
        boolean silent,
        String version) {
    public SupervisorSummary {
        slots = List.copyOf(slots);
    }

    /** How many slots run something. */
    public int usedSlots() {
        return (int) slots.stream().filter(SlotSummary::used).count();
    }
}
