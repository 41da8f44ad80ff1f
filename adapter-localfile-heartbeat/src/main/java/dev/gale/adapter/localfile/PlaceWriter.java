package dev.gale.adapter.localfile;

import dev.gale.spi.heartbeat.HeartbeatWriter;
import dev.gale.spi.heartbeat.Heartbeats;
import dev.gale.spi.heartbeat.Reading.Beat;
import dev.gale.spi.heartbeat.WriterIdentity;
import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.io.IOException;
import java.util.function.Consumer;

/** Counts the beats of one writer. A beat that could not be written is tried again under its number. */
final class PlaceWriter implements HeartbeatWriter {
    private final WriterIdentity self;
    private final WriterFile file;
    private final Consumer<PlaceWriter> onClose;
    private long sequence;
    private boolean closed;

    PlaceWriter(WriterIdentity self, WriterFile file, Consumer<PlaceWriter> onClose) {
        this.self = self;
        this.file = file;
        this.onClose = onClose;
    }

    @Override
    public synchronized long write(Bytes payload) {
        if (closed) {
            throw new IllegalStateException("the writer of heartbeats at " + file.place() + " is closed");
        }
        if (payload.length() > Heartbeats.MAX_PAYLOAD_BYTES) {
            throw new EngineException(
                    Category.REJECTED,
                    "a heartbeat of " + payload + " to " + file.place() + " is over the limit of "
                            + Heartbeats.MAX_PAYLOAD_BYTES);
        }
        long next = sequence + 1;
        try {
            file.write(new Beat(self, next, payload));
        } catch (IOException e) {
            throw new EngineException(
                    Category.UNAVAILABLE, "heartbeat " + next + " could not be written to " + file.place(), e);
        }
        sequence = next;
        return next;
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            file.close();
            onClose.accept(this);
        }
    }
}
