package dev.gale.control;

import java.util.OptionalLong;

/**
 * How to end a topology.
 *
 * @param waitMillis the longest to wait until nothing is pending; empty: its message timeout
 */
public record KillRequest(OptionalLong waitMillis) {}
