package dev.gale.spi.heartbeat;

/** Reads the record of one place. Any thread. The rules are on {@link Heartbeats}. */
public interface HeartbeatReader extends AutoCloseable {
    /** The newest whole record, or why there is none. */
    Reading read();

    @Override
    void close();
}
