package dev.gale.api;

import java.util.Set;
import java.util.TreeSet;

/** The roots of the trees that a tuple belongs to: none, one, or several when it was emitted with several anchors. */
public record MessageId(Set<Long> roots) {
    public static final MessageId UNTRACKED = new MessageId(Set.of());

    public MessageId {
        roots = java.util.Collections.unmodifiableSet(new TreeSet<>(roots));
    }

    public boolean isTracked() {
        return !roots.isEmpty();
    }
}
