package dev.gale.adapter.netty;

import java.time.Duration;

/**
 * Times of connections.
 *
 * @param heartbeat how often each end gives a sign of life
 * @param idle how long a peer may be silent
 * @param fallback how long the end that is not to dial waits before it dials too
 */
record TimeSettings(
        Duration connect,
        Duration handshake,
        Duration heartbeat,
        Duration idle,
        Duration backoffMin,
        Duration backoffMax,
        Duration fallback) {}
