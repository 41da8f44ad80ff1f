package dev.gale.engine.executor;

import dev.gale.api.SpoutOutputCollector;
import dev.gale.api.Values;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;

/**
 * What spouts emit that count from 0, one number a call, each with itself as message id, and what becomes of the numbers. Kept
 * outside of the spouts, so that it outlives them.
 */
final class Numbers {
    final Map<Object, Integer> acked = new TreeMap<>();
    final Map<Object, Integer> failed = new TreeMap<>();
    int emitted;
    int mostPending;

    private final int count;
    private final boolean replay;
    private final Deque<Object> again = new ArrayDeque<>();
    private int next;

    /** @param replay whether a number that fails is emitted again */
    Numbers(int count, boolean replay) {
        this.count = count;
        this.replay = replay;
    }

    /** A spout that emits them and notes what it is told. */
    ScriptedSpout spout() {
        return new ScriptedSpout("n")
                .next(this::next)
                .acked((out, id) -> acked.merge(id, 1, Integer::sum))
                .failed((out, id) -> {
                    failed.merge(id, 1, Integer::sum);
                    if (replay) {
                        again.add(id);
                    }
                });
    }

    boolean hasMore() {
        return !again.isEmpty() || next < count;
    }

    int ackCalls() {
        return acked.values().stream().mapToInt(Integer::intValue).sum();
    }

    int failCalls() {
        return failed.values().stream().mapToInt(Integer::intValue).sum();
    }

    void next(SpoutOutputCollector out) {
        Object number = again.poll();
        if (number == null) {
            if (next == count) {
                return;
            }
            number = next++;
        }
        emitted++;
        out.emit(new Values(number), number);
        mostPending = Math.max(mostPending, out.getPendingCount());
    }
}
