package dev.gale.adapter.localfile;

import dev.gale.spi.heartbeat.HeartbeatReader;
import dev.gale.spi.heartbeat.Reading;
import dev.gale.spi.heartbeat.Reading.NoHeartbeat;
import dev.gale.spi.heartbeat.Reading.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the file of one place. It opens the file for each look, so that a file that was put in its place is found, and
 * remembers the newest beat that it answered, so that it never goes back.
 */
final class PlaceReader implements HeartbeatReader {
    /**
     * How often to look when a half may have been caught in the middle of a write. While one half is written the other
     * is whole, so a look finds none only if the writer went on to the other half meanwhile.
     */
    private static final int LOOKS = 50;

    private final Path place;
    private final BooleanSupplier heartbeatsClosed;
    private boolean closed;
    private @Nullable StoredBeat answered;

    PlaceReader(Path place, BooleanSupplier heartbeatsClosed) {
        this.place = place;
        this.heartbeatsClosed = heartbeatsClosed;
    }

    @Override
    public synchronized Reading read() {
        if (closed || heartbeatsClosed.getAsBoolean()) {
            throw new IllegalStateException("the reader of heartbeats at " + place + " is closed");
        }
        FileContent content = look(place);
        for (int looks = 1; looks < LOOKS && isWorthAnotherLook(content); looks++) {
            Thread.onSpinWait();
            content = look(place);
        }
        return answer(content);
    }

    @Override
    public synchronized void close() {
        closed = true;
    }

    private boolean isWorthAnotherLook(FileContent content) {
        StoredBeat newest = content.newest().orElse(null);
        return newest == null ? content.maybeInPassing() : isBack(newest);
    }

    private boolean isBack(StoredBeat newest) {
        StoredBeat last = answered;
        return last != null && newest.isBefore(last);
    }

    private Reading answer(FileContent content) {
        StoredBeat newest = content.newest().orElse(null);
        if (newest == null) {
            return new NoHeartbeat(content.reason().orElseThrow(), place + " " + content.detail());
        }
        if (isBack(newest)) {
            return new NoHeartbeat(
                    Reason.BAD_CHECKSUM,
                    place + " has lost its newest record: what is left is number "
                            + newest.beat().sequence() + ", and a later one was read before");
        }
        answered = newest;
        return newest.beat();
    }

    /** One look at the file. Never an exception: what cannot be read has a reason. */
    static FileContent look(Path place) {
        try {
            BasicFileAttributes attributes =
                    Files.readAttributes(place, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            if (!attributes.isRegularFile()) {
                // Opening a pipe would wait for somebody to write to it.
                return FileContent.nothing(
                        Reason.UNREADABLE, attributes.isDirectory() ? "is a directory" : "is no ordinary file");
            }
            try (InputStream file = Files.newInputStream(place, LinkOption.NOFOLLOW_LINKS)) {
                return FileContent.of(file.readNBytes(FileContent.BYTES + 1));
            }
        } catch (NoSuchFileException e) {
            return FileContent.nothing(Reason.ABSENT, "is not there");
        } catch (IOException e) {
            return FileContent.nothing(Reason.UNREADABLE, "cannot be read: " + e);
        }
    }
}
