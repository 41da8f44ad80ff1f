package dev.gale.runtime.worker;

import java.time.Duration;

/**
 * How often and how long.
 *
 * @param localBeat between two signs of life to the supervisor
 * @param storeBeat between two beats to the store
 * @param grace to finish and clean up when the worker is to end
 */
public record WorkerTimings(Duration localBeat, Duration storeBeat, Duration grace) {}
