package dev.gale.runtime.supervisor;

import dev.gale.spi.heartbeat.HeartbeatReader;
import dev.gale.spi.heartbeat.HeartbeatWriter;
import dev.gale.spi.heartbeat.Heartbeats;
import dev.gale.spi.heartbeat.Reading;
import dev.gale.spi.heartbeat.WriterIdentity;
import dev.gale.spi.plugin.Bytes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The port between processes as simply as it goes: each beat is a file that takes the place of the one before. */
final class FileHeartbeats implements Heartbeats {
    @Override
    public HeartbeatWriter writer(Path place, WriterIdentity self) {
        return new HeartbeatWriter() {
            private long sequence;

            @Override
            public long write(Bytes payload) {
                sequence++;
                String text = self.pid() + " " + self.processStart() + " " + self.generation() + " " + sequence;
                try {
                    Path fresh = place.resolveSibling("heartbeat.new");
                    Files.writeString(fresh, text);
                    Files.move(fresh, place, StandardCopyOption.ATOMIC_MOVE);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                return sequence;
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public HeartbeatReader reader(Path place) {
        return new HeartbeatReader() {
            @Override
            public Reading read() {
                try {
                    String[] parts = Files.readString(place).split(" ");
                    return new Reading.Beat(
                            new WriterIdentity(
                                    Long.parseLong(parts[0]), Long.parseLong(parts[1]), Long.parseLong(parts[2])),
                            Long.parseLong(parts[3]),
                            Bytes.empty());
                } catch (NoSuchFileException e) {
                    return new Reading.NoHeartbeat(Reading.Reason.ABSENT, "nothing at " + place);
                } catch (IOException | RuntimeException e) {
                    return new Reading.NoHeartbeat(Reading.Reason.UNREADABLE, place + ": " + e);
                }
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public void remove(Path place) {
        try {
            Files.deleteIfExists(place);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {}
}
