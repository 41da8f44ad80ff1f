/** The contract of the heartbeats, as tests. An adapter subclasses a suite in about thirty lines. */
@NullMarked
package dev.gale.tck.heartbeat;

import org.jspecify.annotations.NullMarked;
