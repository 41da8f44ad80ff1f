package dev.gale.runtime.store;

import java.time.Instant;

/**
 * An error of a component, thrown or reported.
 *
 * @param task that it happened in; 0 if it is the worker's own
 * @param worker where, as in {@code host:port}
 * @param message its class and message
 * @param stackTrace in full, up to a limit
 * @param suppressed errors of the same component and worker before it that were not written down, since there were too many
 */
public record StoredError(
        String component, int task, String worker, Instant time, String message, String stackTrace, long suppressed) {}
