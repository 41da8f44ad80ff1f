package dev.gale.distribution.cli;

import dev.gale.control.ControlException;
import dev.gale.control.ControlException.Kind;
import dev.gale.control.TopologyState;
import dev.gale.control.TopologySummary;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** Waits until a kill or a rebalance is over, and shows how long that may still take. */
final class ChangeWait {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

    private final Session session;
    private final LongSupplier nanoClock;

    ChangeWait(Session session, LongSupplier nanoClock) {
        this.session = session;
        this.nanoClock = nanoClock;
    }

    /** @return what became of it; empty if it is gone */
    Optional<TopologySummary> await(TopologySummary asked, String title) {
        long waitMillis = asked.waitLeftMillis().orElse(0);
        long endNanos = nanoClock.getAsLong()
                + Duration.ofMillis(waitMillis).plus(session.options().timeout).toNanos();
        try (ProgressBar bar = new ProgressBar(session.terminal(), title)) {
            while (true) {
                Optional<TopologySummary> now = look(asked);
                if (now.isEmpty() || now.get().status() != asked.status()) {
                    return now;
                }
                long left = now.get().waitLeftMillis().orElse(0);
                bar.show(waitMillis - left, waitMillis, "at most " + Durations.text(left) + " to go");
                if (nanoClock.getAsLong() - endNanos > 0) {
                    throw new CliException(
                            ExitCode.TIMEOUT,
                            "Topology '" + asked.name() + "' is still " + asked.status() + "; 'gale status "
                                    + asked.name() + "' shows how it goes on");
                }
                LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
                if (Thread.interrupted()) {
                    Thread.currentThread().interrupt();
                    throw new CliException(ExitCode.FAILED, "Interrupted");
                }
            }
        }
    }

    private Optional<TopologySummary> look(TopologySummary asked) {
        CompletionStage<Optional<TopologySummary>> found = session.control()
                .topologies()
                .thenApply(all -> all.stream()
                        .filter(topology -> topology.id().equals(asked.id()))
                        .findFirst());
        try {
            return session.await(found);
        } catch (ControlException e) {
            if (e.kind() == Kind.UNAVAILABLE) {
                // The change goes on without us; whoever leads next can tell.
                return Optional.of(asked);
            }
            throw e;
        }
    }

    static boolean isUnderWay(TopologySummary topology) {
        return topology.status() == TopologyState.KILLED || topology.status() == TopologyState.REBALANCING;
    }
}
