package dev.gale.api;

import java.io.Serializable;

/** One input of a bolt: a stream of another component, and how its tuples are shared out. */
public record Subscription(String component, String stream, GroupingSpec grouping) implements Serializable {}
