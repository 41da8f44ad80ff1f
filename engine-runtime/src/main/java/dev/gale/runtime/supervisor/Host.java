package dev.gale.runtime.supervisor;

import dev.gale.engine.supervisor.SlotAssignment;
import dev.gale.engine.supervisor.WorkerProcess;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.concurrent.CompletionStage;

/**
 * The machine that a supervisor works on: its processes and its files. Nothing blocks; stages complete on any thread, and fail with
 * the reason.
 */
public interface Host {
    /** How a worker has ended that found nothing wrong. */
    String ENDED_WELL = "exit code 0";

    /**
     * A worker that runs since before this supervisor was started.
     *
     * @param assignment what it was started for
     */
    record Found(WorkerProcess process, SlotAssignment assignment) {}

    /**
     * What was assigned when the supervisor saw the store last.
     *
     * @param epoch of the leader at that time; a store that knows only lower ones is not the same any more
     */
    record Remembered(long epoch, Map<Integer, SlotAssignment> assigned) {
        public Remembered {
            assigned = Map.copyOf(assigned);
        }
    }

    /**
     * A worker's last sign of life.
     *
     * @param sequence another one with every beat
     */
    record Beat(String incarnation, long sequence) {}

    /** By port. */
    SortedMap<Integer, Found> findWorkers();

    /** The digests of the topologies whose files are here and whole, by topology. */
    SortedMap<String, String> findCode();

    /** Empty if nothing was ever remembered, or it cannot be read. */
    Optional<Remembered> recall();

    /** Keeps it over a crash of this host. */
    void remember(Remembered what);

    /**
     * The topologies that have an assignment now, on whatever host, as a store says that is not known to have lost anything. The logs
     * of others may go in the course of time, and before this is told for the first time none do.
     */
    void keepLogs(Set<String> topologies);

    /** Gets a topology's files here, and checks them. */
    CompletionStage<Void> fetchCode(String topology, String digest);

    void deleteCode(String topology);

    /** Starts a worker. Fails with {@link CodeMissingException} if the topology's files are not here. */
    CompletionStage<WorkerProcess> launch(int port, SlotAssignment assignment);

    /** Completes when the process has ended, with how, for people; with {@link #ENDED_WELL} if it ended of itself and without trouble. */
    CompletionStage<String> exit(WorkerProcess process);

    void terminate(WorkerProcess process);

    void kill(WorkerProcess process);

    void cleanUp(int port, WorkerProcess process);

    /** Empty while there was none. */
    Optional<Beat> lastBeat(int port, WorkerProcess process);
}
