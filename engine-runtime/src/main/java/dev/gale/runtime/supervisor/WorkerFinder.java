package dev.gale.runtime.supervisor;

import dev.gale.engine.supervisor.WorkerProcess;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which workers run, and what is left of those that do not. A worker is the process that its note names, if that has not ended since,
 * or the one whose command line carries its mark: the supervisor may have died before it knew the pid.
 */
final class WorkerFinder {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerFinder.class);

    private final LocalTree tree;
    private final ProcessTable processes;

    /** Directories that could not be removed, and of which that was told. */
    private final Set<String> stuck = new HashSet<>();

    /**
     * @param workers by port
     * @param strays that nobody can tell the port of, or whose port a newer one has
     */
    record Finding(SortedMap<Integer, WorkerNote> workers, List<WorkerProcess> strays) {}

    WorkerFinder(LocalTree tree, ProcessTable processes) {
        this.tree = tree;
        this.processes = processes;
    }

    Finding find() {
        SortedMap<String, WorkerProcess> marked = processes.marked(tree.workers());
        Set<String> incarnations = new TreeSet<>(marked.keySet());
        incarnations.addAll(directories());
        SortedMap<Integer, WorkerNote> workers = new TreeMap<>();
        List<WorkerProcess> strays = new ArrayList<>();
        for (String incarnation : incarnations) {
            Optional<WorkerNote> note = note(incarnation);
            Optional<WorkerProcess> alive = alive(incarnation, note, marked);
            if (alive.isEmpty()) {
                continue;
            }
            if (note.isEmpty()) {
                strays.add(alive.get());
                continue;
            }
            WorkerNote known = note.get().with(alive.get());
            WorkerNote other = workers.get(known.port());
            if (other == null
                    || other.assignment().generation() < known.assignment().generation()) {
                workers.put(known.port(), known);
            }
            if (other != null) {
                strays.add(workers.get(known.port()) == known ? other.process() : known.process());
            }
        }
        return new Finding(workers, strays);
    }

    /**
     * Removes what ended workers have left.
     *
     * @param isHeld by incarnation, whether its directory is in use
     * @return workers that are not held and have not ended
     */
    synchronized List<WorkerProcess> removeLeftovers(Predicate<String> isHeld) {
        List<String> left = directories().stream().filter(isHeld.negate()).toList();
        if (left.isEmpty()) {
            return List.of();
        }
        List<WorkerProcess> alive = new ArrayList<>();
        SortedMap<String, WorkerProcess> marked = processes.marked(tree.workers());
        for (String incarnation : left) {
            Optional<WorkerProcess> process = alive(incarnation, note(incarnation), marked);
            if (process.isPresent()) {
                alive.add(process.get());
            } else {
                remove(incarnation);
            }
        }
        return alive;
    }

    /** What cannot be removed now is tried again with the leftovers. */
    synchronized void remove(String incarnation) {
        Path directory = tree.worker(incarnation);
        try {
            LocalTree.delete(directory);
            stuck.remove(incarnation);
        } catch (IOException e) {
            if (stuck.add(incarnation)) {
                LOG.warn(
                        "incarnation={} its directory cannot be removed; tried again now and then: {}",
                        incarnation,
                        Reasons.failure("left over", directory, e).getMessage());
            }
        }
    }

    private Optional<WorkerProcess> alive(
            String incarnation, Optional<WorkerNote> note, Map<String, WorkerProcess> marked) {
        return note.filter(known -> known.boot().equals(processes.boot()))
                .map(WorkerNote::process)
                .filter(processes::isAlive)
                .or(() -> Optional.ofNullable(marked.get(incarnation)));
    }

    private Optional<WorkerNote> note(String incarnation) {
        Path file = LocalTree.note(tree.worker(incarnation));
        try {
            return Optional.of(WorkerNote.decode(CheckedFile.read(file)))
                    .filter(note -> note.process().incarnation().equals(incarnation));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            LOG.warn("file={} cannot be used: {}", file, Reasons.of(e));
        } catch (RuntimeException e) {
            LOG.warn("file={} cannot be used: {}", file, e.getMessage());
        }
        return Optional.empty();
    }

    private List<String> directories() {
        try {
            return tree.incarnations();
        } catch (IOException e) {
            LOG.error("The workers' directory {} cannot be read: {}", tree.workers(), Reasons.of(e));
            return List.of();
        }
    }
}
