package dev.gale.adapter.memory;

import dev.gale.spi.heartbeat.HeartbeatReader;
import dev.gale.spi.heartbeat.HeartbeatWriter;
import dev.gale.spi.heartbeat.Heartbeats;
import dev.gale.spi.heartbeat.Reading;
import dev.gale.spi.heartbeat.Reading.Beat;
import dev.gale.spi.heartbeat.Reading.NoHeartbeat;
import dev.gale.spi.heartbeat.Reading.Reason;
import dev.gale.spi.heartbeat.WriterIdentity;
import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Heartbeat records within the JVM, seen by all who use the same object. Paths are names here; nothing is on disk.
 * Beside the port it has the handles by which a test damages records.
 */
public final class MemoryHeartbeats implements Heartbeats {
    /** A place's newest reading, the record before it, which a broken write leaves, and the writer of both. */
    private record Slot(
            Reading newest, @Nullable Beat before, @Nullable Object owner) {}

    private final Map<Path, Slot> slots = new ConcurrentHashMap<>();
    private volatile boolean closed;

    MemoryHeartbeats() {}

    @Override
    public HeartbeatWriter writer(Path place, WriterIdentity self) {
        rejectClosed(closed, place);
        return new Writer(place, self);
    }

    @Override
    public HeartbeatReader reader(Path place) {
        rejectClosed(closed, place);
        return new Reader(place);
    }

    @Override
    public void remove(Path place) {
        rejectClosed(closed, place);
        slots.remove(place);
    }

    @Override
    public void close() {
        closed = true;
    }

    /** Test handle: makes the record of {@code place} read as damaged until it is written anew. */
    public void damage(Path place, Reason reason) {
        Reading none = new NoHeartbeat(reason, place + " was damaged: " + reason);
        slots.compute(place, (unused, slot) -> new Slot(none, null, slot == null ? null : slot.owner()));
    }

    /** Test handle: takes the newest write of {@code place} back, as if it had stopped half-way. */
    public void breakOffNewestWrite(Path place) {
        slots.computeIfPresent(
                place, (unused, slot) -> slot.before() == null ? null : new Slot(slot.before(), null, slot.owner()));
    }

    private static void rejectClosed(boolean closed, Path place) {
        if (closed) {
            throw new IllegalStateException("heartbeats of " + place + " are closed");
        }
    }

    private final class Writer implements HeartbeatWriter {
        private final Path place;
        private final WriterIdentity self;
        private @Nullable Beat last;
        private boolean writerClosed;

        Writer(Path place, WriterIdentity self) {
            this.place = place;
            this.self = self;
        }

        @Override
        public long write(Bytes payload) {
            rejectClosed(closed || writerClosed, place);
            if (payload.length() > MAX_PAYLOAD_BYTES) {
                throw new EngineException(
                        Category.REJECTED,
                        "a heartbeat of " + payload + " to " + place + " is over the limit of " + MAX_PAYLOAD_BYTES);
            }
            Beat before = last;
            Beat beat = new Beat(self, before == null ? 1 : before.sequence() + 1, payload);
            slots.compute(place, (unused, slot) -> {
                rejectReplaced(before, slot);
                return new Slot(beat, before, this);
            });
            last = beat;
            return beat.sequence();
        }

        private void rejectReplaced(@Nullable Beat before, @Nullable Slot slot) {
            if (before != null && slot != null && slot.owner() != null && slot.owner() != this) {
                throw new EngineException(Category.FENCED, place + " has been taken over by another writer");
            }
        }

        @Override
        public void close() {
            writerClosed = true;
        }
    }

    private final class Reader implements HeartbeatReader {
        private final Path place;
        private volatile boolean readerClosed;

        Reader(Path place) {
            this.place = place;
        }

        @Override
        public Reading read() {
            rejectClosed(closed || readerClosed, place);
            Slot slot = slots.get(place);
            return slot == null ? new NoHeartbeat(Reason.ABSENT, "nothing at " + place) : slot.newest();
        }

        @Override
        public void close() {
            readerClosed = true;
        }
    }
}
