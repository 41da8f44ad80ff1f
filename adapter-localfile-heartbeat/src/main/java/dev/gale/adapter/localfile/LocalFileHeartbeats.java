package dev.gale.adapter.localfile;

import dev.gale.spi.heartbeat.HeartbeatReader;
import dev.gale.spi.heartbeat.HeartbeatWriter;
import dev.gale.spi.heartbeat.Heartbeats;
import dev.gale.spi.heartbeat.WriterIdentity;
import dev.gale.spi.plugin.Counter;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/** Heartbeats in files. A writer keeps its file open; a reader opens it for each look. */
final class LocalFileHeartbeats implements Heartbeats {
    private final RandomGenerator random;
    private final Counter madeAnew;
    private final Set<PlaceWriter> writers = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** @param madeAnew counts the files that were gone or cut under their writer, and that it made anew */
    LocalFileHeartbeats(RandomGenerator random, Counter madeAnew) {
        this.random = random;
        this.madeAnew = madeAnew;
    }

    @Override
    public synchronized HeartbeatWriter writer(Path place, WriterIdentity self) {
        rejectClosed(place);
        PlaceWriter writer = new PlaceWriter(self, new WriterFile(place, random.nextLong(), madeAnew), writers::remove);
        writers.add(writer);
        return writer;
    }

    @Override
    public HeartbeatReader reader(Path place) {
        rejectClosed(place);
        return new PlaceReader(place, () -> closed);
    }

    /** Leaves a directory that is not empty, since it is not ours, and says so. */
    @Override
    public void remove(Path place) {
        rejectClosed(place);
        try {
            NewFile.removeLeftovers(place);
            Files.deleteIfExists(place);
        } catch (IOException e) {
            throw new EngineException(Category.UNAVAILABLE, "the heartbeat at " + place + " cannot be removed", e);
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        writers.forEach(PlaceWriter::close);
    }

    private void rejectClosed(Path place) {
        if (closed) {
            throw new IllegalStateException("the heartbeats in files are closed, and so is the one at " + place);
        }
    }
}
