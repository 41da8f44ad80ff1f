package dev.gale.tck.network;

/**
 * A way from clients to one server, both on loopback, that a test can disturb. Without a fault it passes everything. Thread-safe.
 */
public interface FaultProxy extends AutoCloseable {
    /** Where clients connect, as {@code host:port}. */
    String address();

    /** Disturbs what passes from now on, instead of whatever disturbed it before. */
    void apply(Fault fault);

    /** Ends the disturbance. What was held over a stream passes then; what was held of datagrams is lost. */
    void heal();

    /** Breaks everything for good; idempotent. Leaves no thread. */
    @Override
    void close();
}
