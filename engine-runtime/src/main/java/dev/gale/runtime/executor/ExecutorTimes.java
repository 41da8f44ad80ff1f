package dev.gale.runtime.executor;

/**
 * How an executor spends its time. What is neither idle nor blocked is busy.
 *
 * @param startNanos when its loop began, on the monotonic clock
 * @param idleNanos parked with nothing to do
 * @param blockedNanos parked because what it emitted was refused
 * @param queueFill of its fullest lane for tuples, from 0 to about 1
 */
public record ExecutorTimes(long startNanos, long idleNanos, long blockedNanos, double queueFill) {}
