package dev.gale.engine.nimbus;

/**
 * What a worker says of itself, as far as decisions need it.
 *
 * @param generation of its slot
 * @param incarnation of its process
 * @param sequence another one with every beat
 * @param active whether its spouts are asked for tuples
 * @param pending tuples of its spouts that are neither acked nor failed
 * @param finished whether every spout here has declared itself finished
 * @param quiet whether no spout adds anything, since it is not asked or has finished, and nothing was done or waiting in two looks
 *     shortly after each other
 * @param sentFrames to other workers, on the connections there are
 * @param receivedFrames from other workers, on the connections there are
 */
public record WorkerBeatView(
        long generation,
        String incarnation,
        long sequence,
        boolean prepared,
        boolean active,
        long pending,
        boolean finished,
        boolean quiet,
        long sentFrames,
        long receivedFrames) {}
