package dev.gale.control;

import java.time.Instant;
import java.util.Optional;

/**
 * An error that a component threw or reported.
 *
 * @param worker in which it happened; empty if that is not known
 * @param time by that worker's clock
 * @param message its class and message
 * @param stackTrace of the user's code, in full
 */
public record ComponentError(
        String component, int task, Optional<WorkerAddress> worker, Instant time, String message, String stackTrace) {}
