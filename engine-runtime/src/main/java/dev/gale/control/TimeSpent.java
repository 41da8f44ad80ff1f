package dev.gale.control;

/**
 * What executors' threads did with their time.
 *
 * @param busyMillis in user code and the engine's work around it
 * @param blockedMillis waiting for others to take what is held back
 * @param idleMillis waiting for input, or for something to emit
 */
public record TimeSpent(long busyMillis, long blockedMillis, long idleMillis) {}
