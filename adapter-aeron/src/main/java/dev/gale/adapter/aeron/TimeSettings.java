package dev.gale.adapter.aeron;

import java.time.Duration;

/**
 * Times of connections.
 *
 * @param idle how long a peer, or the media driver, may give no sign of life
 * @param receipt how often the other end is told how much has arrived
 * @param park how long a thread that finds nothing to do sleeps at most before it looks again
 */
record TimeSettings(
        Duration handshake, Duration idle, Duration receipt, Duration backoffMin, Duration backoffMax, Duration park) {}
