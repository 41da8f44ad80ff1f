package dev.gale.spi.heartbeat;

import java.nio.file.Path;

/**
 * Heartbeat records on one host. Rule numbers are test names in {@code HeartbeatContract}.
 * <ol>
 * <li>A read that begins after {@code write} returned finds that record or a later one, with the writer's identity, the
 *     sequence number and the payload as written. Sequence numbers begin at 1 and rise by one.
 * <li>A reader finds a whole record or none, never a mixture of two, and never goes back to an earlier record of the
 *     same writer.
 * <li>No heartbeat is a value with its reason, never an exception: absent, empty, truncated, NUL-filled, bad checksum,
 *     unreadable. A reader may be there before the writer, and finds the record once it is written, and again after
 *     damage once it was written anew.
 * <li>A write that broke off half-way leaves the record before it readable.
 * <li>From its first write on, a new writer of a place replaces an older one: its record is found, and the older one's
 *     is not found again, however often the older one still writes. Such a write may throw category FENCED.
 * <li>A payload has at most {@link #MAX_PAYLOAD_BYTES}; a larger one is refused with category REJECTED and the record
 *     stays.
 * <li>Places are independent of each other. Closing a writer or a reader leaves the record.
 *     {@code remove} forgets it, whether there is one or not; then it reads as absent.
 * <li>Threads: one at a time for a writer, any for a reader and the rest. A write costs about as much as a small write
 *     to memory or a cached file. When it fails, it throws {@link dev.gale.spi.plugin.EngineException} of category
 *     UNAVAILABLE that names the place; the next write may succeed.
 * <li>{@code close} is idempotent everywhere; after it, or after that of the whole, calls throw {@link
 *     IllegalStateException}. Closed as a whole it has no thread of its own left.
 * </ol>
 */
public interface Heartbeats extends AutoCloseable {
    /** Most bytes of a payload. */
    int MAX_PAYLOAD_BYTES = 1024;

    /**
     * Opens the record of {@code place} for writing, and writes nothing yet.
     *
     * @param place a file or what stands for one; its directory exists
     */
    HeartbeatWriter writer(Path place, WriterIdentity self);

    /** Opens the record of {@code place} for reading, whether there is one or not. */
    HeartbeatReader reader(Path place);

    /** Forgets the record of {@code place}. */
    void remove(Path place);

    @Override
    void close();
}
