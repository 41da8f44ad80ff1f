package dev.gale.spi.heartbeat;

import dev.gale.spi.plugin.Bytes;

/** Writes the record of one place. One thread at a time. The rules are on {@link Heartbeats}. */
public interface HeartbeatWriter extends AutoCloseable {
    /**
     * Writes the next record.
     *
     * @return its sequence number
     */
    long write(Bytes payload);

    @Override
    void close();
}
