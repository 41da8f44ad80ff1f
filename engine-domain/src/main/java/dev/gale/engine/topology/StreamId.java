package dev.gale.engine.topology;

import java.util.Comparator;

/** A stream of a topology: the component that emits to it, and its name there. Ordered by component, then stream. */
public record StreamId(String component, String stream) implements Comparable<StreamId> {
    private static final Comparator<StreamId> ORDER =
            Comparator.comparing(StreamId::component).thenComparing(StreamId::stream);

    @Override
    public int compareTo(StreamId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return component + "/" + stream;
    }
}
