package dev.gale.local;

import java.time.Instant;

/**
 * An error of a component, thrown or reported.
 *
 * @param message its class and message, up to 16,000 characters
 * @param stackTrace with all causes, up to as many characters
 */
public record ReportedError(String component, int task, Instant time, String message, String stackTrace) {}
