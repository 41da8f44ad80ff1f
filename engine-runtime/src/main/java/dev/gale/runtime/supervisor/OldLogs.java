package dev.gale.runtime.supervisor;

import dev.gale.runtime.code.SafeNames;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes the logs of topologies that are no more, when they are old enough. One thread at a time. */
final class OldLogs {
    private static final Logger LOG = LoggerFactory.getLogger(OldLogs.class);

    private final LocalTree tree;
    private final LogRetention retention;
    private final InstantSource clock;

    /** What went wrong last, by topology: it is said once, though it is tried again and again. */
    private final Map<String, String> troubles = new HashMap<>();

    OldLogs(LocalTree tree, LogRetention retention, InstantSource clock) {
        this.tree = tree;
        this.retention = retention;
        this.clock = clock;
    }

    /**
     * Links are neither followed nor taken for logs, and so is nothing that is not named as a topology is.
     *
     * @param isUsed whether an assignment names a topology, or a worker of it runs
     * @param unlessUsed runs the removal of a topology's logs, unless that has changed; no worker of it is started meanwhile
     */
    void remove(Predicate<String> isUsed, Guard unlessUsed) {
        if (retention.isEndless()) {
            return;
        }
        SortedMap<String, Instant> lastWritten = new TreeMap<>();
        Map<String, Path> directories = new HashMap<>();
        try {
            for (Path directory : tree.topologiesWithLogs()) {
                String topology = directory.getFileName().toString();
                if (SafeNames.isTopologyId(topology) && !isUsed.test(topology)) {
                    directories.put(topology, directory);
                    lastWritten(topology, directory, lastWritten);
                }
            }
        } catch (IOException e) {
            say("", "Old logs cannot be looked for: " + Reasons.of(e));
            return;
        }
        troubles.keySet().retainAll(directories.keySet());
        for (String topology : retention.over(lastWritten, isUsed, clock.instant())) {
            Path directory = directories.get(topology);
            if (directory != null) {
                unlessUsed.run(topology, () -> delete(topology, directory));
            }
        }
    }

    /** Keeps what is removed from being used. */
    interface Guard {
        void run(String topology, Runnable removal);
    }

    private void delete(String topology, Path directory) {
        try {
            LocalTree.delete(directory);
            LOG.info(
                    "topology={} its logs are removed: it has no assignment, and nothing was written to them for {} s",
                    topology,
                    retention.most().toSeconds());
        } catch (IOException e) {
            say(topology, "Old logs cannot be removed: " + Reasons.of(e));
        }
    }

    private void lastWritten(String topology, Path directory, SortedMap<String, Instant> all) {
        try {
            Newest newest = new Newest();
            Files.walkFileTree(directory, newest);
            // Of directories only if there is nothing else: a removal that went half way has changed them.
            Instant last = newest.file == null
                    ? Files.getLastModifiedTime(directory, LinkOption.NOFOLLOW_LINKS)
                            .toInstant()
                    : newest.file;
            all.put(topology, last);
        } catch (IOException e) {
            say(topology, "The age of its logs is not known, and they stay: " + Reasons.of(e));
        }
    }

    private void say(String topology, String what) {
        if (!what.equals(troubles.put(topology, what))) {
            LOG.warn("topology={} {}", topology, what);
        }
    }

    private static final class Newest extends SimpleFileVisitor<Path> {
        private @Nullable Instant file;

        @Override
        public FileVisitResult visitFile(Path path, BasicFileAttributes attributes) {
            Instant written = attributes.lastModifiedTime().toInstant();
            if (attributes.isRegularFile() && (file == null || written.isAfter(file))) {
                file = written;
            }
            return FileVisitResult.CONTINUE;
        }
    }
}
