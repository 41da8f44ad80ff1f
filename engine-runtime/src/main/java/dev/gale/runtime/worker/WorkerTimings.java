package dev.gale.runtime.worker;

import java.time.Duration;

/**
 * How often and how long.
 *
 * @param localBeat between two signs of life to the supervisor
 * @param storeBeat between two beats to the store
 * @param grace when the worker is to end: half of it at most to finish what is under way, the rest to clean up
 */
public record WorkerTimings(Duration localBeat, Duration storeBeat, Duration grace) {}
