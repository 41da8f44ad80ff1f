package dev.gale.control;

import java.util.OptionalLong;

/**
 * A nimbus.
 *
 * @param address host and port of its API
 * @param leading whether it leads, as far as whoever answers knows
 * @param epoch of its leadership, which grows with every change of leader; empty if it does not lead
 * @param version of Gale that it runs; empty if that is not known
 */
public record NimbusSummary(String address, boolean leading, OptionalLong epoch, String version) {}
