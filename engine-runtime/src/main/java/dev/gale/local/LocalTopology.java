package dev.gale.local;

import dev.gale.api.TopologyStatus;
import dev.gale.engine.stats.TopologyStatistics;
import dev.gale.engine.task.TaskLayout;
import java.time.Duration;
import java.util.List;

/**
 * A topology of a {@link LocalCluster}. All methods may be called from any thread. Whoever is interrupted while it waits gets an {@link
 * IllegalStateException} and stays interrupted; what it waited for goes on. A wait that is longer than a clock counts lasts as long as it
 * takes.
 */
public interface LocalTopology {
    String name();

    /** Name, a number and the time of the submit; never used again. */
    String id();

    TopologyStatus status();

    /** Its tasks and executors, as they are now. */
    TaskLayout layout();

    /**
     * Waits until every component is prepared and spouts are asked for tuples, or the topology has ended.
     *
     * @throws IllegalStateException if that does not come in time, with what the components reported
     */
    void awaitRunning(Duration patience);

    /** Waits for a status, or for one that is an end. @return whether the wanted one came */
    boolean awaitStatus(TopologyStatus wanted, Duration patience);

    /** Counts and latencies, up to this moment. Counts go on over restarts of workers and over rebalances. */
    TopologyStatistics statistics();

    /** Tuples of spouts that are neither acked nor failed, at this moment. */
    long pending();

    /** The ten newest errors of each component, oldest first. */
    List<ReportedError> errors();

    /** Asks spouts for tuples again. @throws IllegalStateException if the topology has ended */
    void activate();

    /** Stops asking spouts for tuples; what is under way goes on. @throws IllegalStateException if the topology has ended */
    void deactivate();

    /**
     * Ends the topology: stops asking spouts, waits until nothing is pending, at most as long as given, closes all components. Returns
     * when that is done. Nothing happens if it has ended.
     */
    void kill(Duration wait);

    /**
     * Stops asking spouts, waits until nothing is pending, at most as long as given, and starts all workers anew with the changed
     * numbers. Returns when the topology runs as before, or has ended. As long as a component cannot be prepared or a worker cannot be
     * started it is tried again, and this does not return; {@link #errors} says why, and {@link #kill} from another thread ends it.
     *
     * @throws IllegalArgumentException if a component or number cannot be; nothing changes then
     * @throws IllegalStateException if the topology has ended
     */
    void rebalance(RebalanceOptions options);
}
