package dev.gale.runtime.supervisor;

import dev.gale.engine.supervisor.SlotAssignment;
import dev.gale.runtime.store.Fields;
import dev.gale.spi.plugin.Bytes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What was assigned last, and before that. A file that cannot be used never keeps a supervisor from starting: it is put aside, for
 * whoever wants to see it, until the next one is.
 */
final class StateFile {
    private static final Logger LOG = LoggerFactory.getLogger(StateFile.class);

    private final Path file;

    /** Holds the newest state when a crash came between its writing and its taking the place of the one before. */
    private final Path next;

    private final Path previous;

    StateFile(Path file) {
        this.file = file;
        next = file.resolveSibling(file.getFileName() + ".next");
        previous = file.resolveSibling(file.getFileName() + ".previous");
    }

    Optional<Host.Remembered> read() {
        return read(file).or(() -> read(next)).or(() -> {
            Optional<Host.Remembered> before = read(previous);
            before.ifPresent(known -> LOG.warn(
                    "file={} takes the place of {}: it tells what was assigned before the last change",
                    previous,
                    file));
            return before;
        });
    }

    void write(Host.Remembered state) throws IOException {
        if (Files.isDirectory(next, LinkOption.NOFOLLOW_LINKS)) {
            LocalTree.delete(next);
        }
        CheckedFile.write(next, encode(state));
        if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            LocalTree.delete(previous);
            Files.move(file, previous, StandardCopyOption.ATOMIC_MOVE);
        } else {
            LocalTree.delete(file);
        }
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
        CheckedFile.syncDirectoryOf(file);
    }

    private static Optional<Host.Remembered> read(Path from) {
        try {
            return Optional.of(decode(CheckedFile.read(from)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            putAside(from, Reasons.of(e));
        } catch (RuntimeException e) {
            putAside(from, String.valueOf(e.getMessage()));
        }
        return Optional.empty();
    }

    private static void putAside(Path damaged, String reason) {
        Path aside = damaged.resolveSibling(damaged.getFileName() + ".damaged");
        LOG.warn("file={} cannot be used and is put aside as {}: {}", damaged, aside.getFileName(), reason);
        try {
            LocalTree.delete(aside);
            Files.move(damaged, aside, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            LOG.warn("file={} cannot be put aside: {}", damaged, Reasons.of(e));
        }
    }

    private static Bytes encode(Host.Remembered state) {
        List<Map<String, Object>> slots = new ArrayList<>();
        new TreeMap<>(state.assigned()).forEach((port, assignment) -> {
            Map<String, Object> slot = new LinkedHashMap<>();
            slot.put("port", port);
            slot.putAll(AssignmentFields.write(assignment));
            slots.add(slot);
        });
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("epoch", state.epoch());
        fields.put("slots", slots);
        return Fields.encode(fields);
    }

    private static Host.Remembered decode(Bytes bytes) {
        Fields fields = Fields.decode("state.json", bytes);
        Map<Integer, SlotAssignment> assigned = new TreeMap<>();
        for (Fields slot : fields.objects("slots")) {
            assigned.put(slot.number("port"), AssignmentFields.read(slot));
        }
        return new Host.Remembered(fields.whole("epoch"), assigned);
    }
}
