package dev.gale.adapter.aeron;

/**
 * Streams of one end.
 *
 * @param termBytes of each of the three parts of a stream's buffer
 * @param mtuBytes of a packet, its headers of Aeron included
 * @param ipc whether to use shared memory between ends at one media driver
 */
record StreamSettings(int termBytes, int mtuBytes, boolean ipc) {}
