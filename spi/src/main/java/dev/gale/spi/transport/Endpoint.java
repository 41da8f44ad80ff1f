package dev.gale.spi.transport;

/** One listening end. The rules are on {@link Transport}. */
public interface Endpoint extends AutoCloseable {
    /** The address that peers declare to reach this end, with the port that was really taken. */
    String address();

    /**
     * Declares a peer. Both ends declare each other; the adapter keeps one connection for the pair (full duplex),
     * reconnecting by itself. Returns at once.
     *
     * @param address where the peer listens
     * @param peer whom to expect there; an empty incarnation admits any
     */
    Link link(String address, PeerIdentity peer, LinkListener listener);

    @Override
    void close();
}
