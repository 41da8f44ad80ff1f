package dev.gale.engine.topology;

import dev.gale.api.GroupingSpec;

/** Who receives a stream, and how its tuples are shared out among that component's tasks. */
public record Subscriber(String component, GroupingSpec grouping) {}
