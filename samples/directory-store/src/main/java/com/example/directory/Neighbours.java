package com.example.directory;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The sessions of the other clients, and for how long each has given no sign of life. That is measured here, by one's own clock, and
 * only while one looks: after a pause of this process nobody is taken for dead at once.
 */
final class Neighbours {
    private record Seen(Optional<Long> beat, long silentNanos) {}

    private final StateFiles files;
    private final long longestStepNanos;
    private final Map<String, Seen> seen = new HashMap<>();
    private long lastLookNanos;

    /** @param longestStepNanos between two looks; what is longer counts as this much */
    Neighbours(StateFiles files, long longestStepNanos, long nowNanos) {
        this.files = files;
        this.longestStepNanos = longestStepNanos;
        lastLookNanos = nowNanos;
    }

    /** Looks at all sessions but one's own. Those that were silent for longer than their timeout. */
    List<String> silent(State state, String own, long nowNanos) throws IOException {
        long stepNanos = Math.min(nowNanos - lastLookNanos, longestStepNanos);
        lastLookNanos = nowNanos;
        seen.keySet().retainAll(state.sessions().keySet());
        List<String> silent = new ArrayList<>();
        for (Map.Entry<String, Long> session : state.sessions().entrySet()) {
            String id = session.getKey();
            if (id.equals(own)) {
                continue;
            }
            Optional<Long> beat = files.lastBeat(id);
            Seen before = seen.get(id);
            boolean still = before != null && before.beat().equals(beat);
            Seen now = new Seen(beat, still ? before.silentNanos() + stepNanos : 0);
            seen.put(id, now);
            if (now.silentNanos() > TimeUnit.MILLISECONDS.toNanos(session.getValue())) {
                silent.add(id);
            }
        }
        return silent;
    }
}
