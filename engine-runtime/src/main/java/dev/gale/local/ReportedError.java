package dev.gale.local;

import java.time.Instant;

/**
 * An error of a component, thrown or reported.
 *
 * @param message its class and message
 * @param stackTrace in full
 */
public record ReportedError(String component, int task, Instant time, String message, String stackTrace) {}
