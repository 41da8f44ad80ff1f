package dev.gale.engine.nimbus;

import dev.gale.engine.assignment.Assignment;
import dev.gale.engine.cluster.WorkerSlot;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How far one topology's work is, from what its workers say. Nothing is under way between them when as many frames arrived as were
 * sent, in two rounds of beats between which nothing was sent or received.
 */
final class Progress {
    private record Round(SortedMap<WorkerSlot, WorkerBeatView> beats) {
        boolean isFollowedBy(Map<WorkerSlot, WorkerBeatView> later) {
            return beats.keySet().equals(later.keySet()) && all(later, Round::isSame);
        }

        boolean isOlderThan(Map<WorkerSlot, WorkerBeatView> later) {
            return all(later, (before, after) -> before.sequence() != after.sequence());
        }

        private boolean all(
                Map<WorkerSlot, WorkerBeatView> later, BiPredicate<WorkerBeatView, WorkerBeatView> condition) {
            return later.entrySet().stream().allMatch(entry -> {
                WorkerBeatView before = beats.get(entry.getKey());
                return before != null && condition.test(before, entry.getValue());
            });
        }

        private static boolean isSame(WorkerBeatView before, WorkerBeatView after) {
            return before.incarnation().equals(after.incarnation())
                    && before.sentFrames() == after.sentFrames()
                    && before.receivedFrames() == after.receivedFrames();
        }
    }

    private final SortedMap<WorkerSlot, WorkerBeatView> beats = new TreeMap<>();
    private @Nullable Round firstQuiet;

    void beat(WorkerSlot slot, WorkerBeatView beat) {
        beats.put(slot, beat);
    }

    void beatGone(WorkerSlot slot) {
        beats.remove(slot);
    }

    /**
     * No spout is asked for tuples, every tracked tuple is acked or failed, and no other is under way. Has a memory: to be asked after
     * every beat.
     */
    boolean isDrained(Assignment assignment) {
        return isQuietInTwoRounds(assignment, beat -> !beat.active());
    }

    /** Every worker runs what it was given. */
    boolean isPrepared(Assignment assignment) {
        return current(assignment)
                .filter(all -> all.values().stream().allMatch(WorkerBeatView::prepared))
                .isPresent();
    }

    /** Every spout has finished and nothing is under way. Has a memory: to be asked after every beat. */
    boolean isFinished(Assignment assignment) {
        return isQuietInTwoRounds(assignment, beat -> beat.prepared() && beat.finished());
    }

    private boolean isQuietInTwoRounds(Assignment assignment, Predicate<WorkerBeatView> noneIsAdded) {
        Optional<SortedMap<WorkerSlot, WorkerBeatView>> quiet =
                current(assignment).filter(all -> all.values().stream().allMatch(noneIsAdded) && isQuiet(all));
        if (quiet.isEmpty()) {
            firstQuiet = null;
            return false;
        }
        Round first = firstQuiet;
        if (first == null || !first.isFollowedBy(quiet.get())) {
            firstQuiet = new Round(new TreeMap<>(quiet.get()));
            return false;
        }
        return first.isOlderThan(quiet.get());
    }

    private static boolean isQuiet(Map<WorkerSlot, WorkerBeatView> all) {
        long between = 0;
        for (WorkerBeatView beat : all.values()) {
            if (!beat.quiet() || beat.pending() > 0) {
                return false;
            }
            between += beat.sentFrames() - beat.receivedFrames();
        }
        return between == 0;
    }

    /** The beats of all workers of an assignment; empty if there is none, or one has said nothing yet. */
    private Optional<SortedMap<WorkerSlot, WorkerBeatView>> current(Assignment assignment) {
        SortedMap<WorkerSlot, WorkerBeatView> current = new TreeMap<>();
        assignment.generations().forEach((slot, generation) -> {
            WorkerBeatView beat = beats.get(slot);
            if (beat != null && beat.generation() == generation) {
                current.put(slot, beat);
            }
        });
        return current.isEmpty() || current.size() < assignment.generations().size()
                ? Optional.empty()
                : Optional.of(current);
    }
}
