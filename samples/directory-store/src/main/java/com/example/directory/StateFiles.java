package com.example.directory;

import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The files of a store. {@code states} has the last few states, each whole in a file named after its revision; {@code beats} a file for
 * each session, with a number that its client lets rise.
 *
 * <p>Two processes never write the same revision: a state is written under a name of its own and then linked to that of its revision, and
 * the system refuses a link to a name that is taken. So there is no lock that a process could leave behind.
 *
 * <p>A process that stood still for long could link to a name that was taken once and is free again, as old states are deleted. They are
 * deleted in order; so if the state that a commit was made of is still there after the link, its own name was never taken before.
 *
 * <p>Not final: tests put faults in.
 */
class StateFiles {
    /** How many states stay at least. */
    private static final int KEPT = 16;

    private static final Duration KEPT_FOR = Duration.ofSeconds(5);

    private final Path directory;
    private final Path states;
    private final Path beats;
    private final Duration keptFor;

    StateFiles(Path directory) {
        this(directory, KEPT_FOR);
    }

    /** @param keptFor how long a state stays at least after it was followed by others, for those that read it or follow it */
    StateFiles(Path directory, Duration keptFor) {
        this.directory = directory;
        this.keptFor = keptFor;
        states = directory.resolve("states");
        beats = directory.resolve("beats");
    }

    /** Makes the folders. @throws EngineException REJECTED if there is something else, or UNAVAILABLE */
    void create() {
        if (Files.exists(directory) && !Files.isDirectory(directory)) {
            throw new EngineException(Category.REJECTED, directory + " is no directory");
        }
        try {
            Files.createDirectories(states);
            Files.createDirectories(beats);
        } catch (IOException e) {
            throw new EngineException(Category.UNAVAILABLE, directory + " cannot be made: " + e, e);
        }
    }

    /** The newest state, which is {@code known} itself if that still is. */
    State newest(State known) throws IOException {
        if (isNewest(known)) {
            return known;
        }
        while (true) {
            OptionalLong last = lastRevision();
            if (last.isEmpty() || last.getAsLong() < known.revision()) {
                if (known.revision() > 0) {
                    throw new NoSuchFileException(states.toString(), null, "what was stored is gone");
                }
                return known;
            }
            try {
                return StateFormat.decode(Files.readAllBytes(file(last.getAsLong())));
            } catch (NoSuchFileException e) {
                // Deleted since the look: so there are newer ones.
                continue;
            } catch (IOException e) {
                throw new IOException(file(last.getAsLong()) + " cannot be read: " + e.getMessage(), e);
            }
        }
    }

    /** Writes the state that follows {@code before}. False: another process was faster. */
    boolean publish(State before, State next) throws IOException {
        Path own = Files.createTempFile(states, "new-", null);
        Instant written;
        try {
            write(own, ByteBuffer.wrap(StateFormat.encode(next)));
            written = Files.getLastModifiedTime(own).toInstant();
            Files.createLink(file(next.revision()), own);
        } catch (FileAlreadyExistsException e) {
            return false;
        } finally {
            Files.delete(own);
        }
        if (before.revision() > 0 && !Files.exists(file(before.revision()))) {
            Files.deleteIfExists(file(next.revision()));
            throw new IOException("this process stood still for so long that it is not known whether it wrote");
        }
        deleteOld(next.revision(), written.minus(keptFor));
        return true;
    }

    /** A sign of life. */
    void beat(String session, long number) throws IOException {
        try (FileChannel file =
                FileChannel.open(beats.resolve(session), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.allocate(Long.BYTES).putLong(number).flip(), 0);
        }
    }

    /** The number in the last sign of life; none when there was none yet. */
    Optional<Long> lastBeat(String session) throws IOException {
        try {
            byte[] content = Files.readAllBytes(beats.resolve(session));
            return content.length < Long.BYTES
                    ? Optional.empty()
                    : Optional.of(ByteBuffer.wrap(content).getLong());
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    void forgetBeats(String session) throws IOException {
        Files.deleteIfExists(beats.resolve(session));
    }

    private boolean isNewest(State known) {
        return known.revision() > 0
                && !Files.exists(file(known.revision() + 1))
                && Files.exists(file(known.revision()));
    }

    private OptionalLong lastRevision() throws IOException {
        TreeSet<Long> revisions = revisions();
        return revisions.isEmpty() ? OptionalLong.empty() : OptionalLong.of(revisions.last());
    }

    private void deleteOld(long newest, Instant limit) throws IOException {
        for (long old : revisions().headSet(newest - KEPT)) {
            if (isAfter(limit, file(old))) {
                return;
            }
            Files.deleteIfExists(file(old));
        }
    }

    private static boolean isAfter(Instant limit, Path file) throws IOException {
        try {
            return Files.getLastModifiedTime(file).toInstant().isAfter(limit);
        } catch (NoSuchFileException e) {
            // Another process deletes, too.
            return false;
        }
    }

    private TreeSet<Long> revisions() throws IOException {
        TreeSet<Long> revisions = new TreeSet<>();
        try (Stream<Path> files = Files.list(states)) {
            files.map(file -> file.getFileName().toString())
                    .filter(name -> name.matches("\\d+"))
                    .forEach(name -> revisions.add(Long.valueOf(name)));
        }
        return revisions;
    }

    private Path file(long revision) {
        return states.resolve(Long.toString(revision));
    }

    private static void write(Path file, ByteBuffer content) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            while (content.hasRemaining()) {
                channel.write(content);
            }
            channel.force(true);
        }
    }
}
