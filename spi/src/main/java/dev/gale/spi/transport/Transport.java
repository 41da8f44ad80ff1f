package dev.gale.spi.transport;

/**
 * Byte frames between processes. Rule numbers are test names in {@code TransportContract}.
 * <ol>
 * <li>When both ends have declared each other, in either order, each listener gets {@code connected} with the peer's
 *     proven identity, incarnation included. {@link Endpoint#link} returns at once and the adapter goes on trying for
 *     as long as the link is open; a peer that cannot be reached, or has not declared us yet, is no refusal and is not
 *     reported.
 * <li>Each end proves by challenge that it holds the secret; the secret never travels. A peer with another secret, or
 *     that the declaration does not {@linkplain PeerIdentity#admits admit} (group, endpoint, generation or
 *     incarnation), is refused before anything else is read: neither end is connected, and at least one is told by
 *     {@code disconnected} with the reason and no frames lost. The same refusal need not be told again at every
 *     attempt. A refused peer does not disturb other links.
 * <li>A frame has 1 to {@link #maxFrameBytes} bytes. {@code offer} answers any other with {@link
 *     IllegalArgumentException} that names its size, sends nothing and leaves the connection as it is. A receiver
 *     checks a length before it allocates for it.
 * <li>Frames of one connection arrive whole, once, and in the order in which {@code offer} answered SENT.
 * <li>After {@code offer} returns the buffer is the caller's: its bytes were copied or written, its position and limit
 *     did not move.
 * <li>Buffers are bounded. A listener that does not return from {@code frame} makes the sender's offers answer
 *     BACK_PRESSURED in the end; they do not block, and what was refused never arrives. Every run of refusals is
 *     followed by one {@code writable} when there is room again, or by {@code connected} when the connection broke. It
 *     may come before {@code offer} has returned.
 * <li>Without a connection {@code offer} answers NOT_CONNECTED and keeps nothing; {@code connected} follows. Offers
 *     succeed from the moment {@code connected} is called.
 * <li>Bytes given to {@code frame} lie between position and limit, are read-only, and hold until it returns.
 * <li>When a connection breaks, {@code disconnected} comes once, with the reason and {@code framesLost}: at least as
 *     many as were answered SENT and did not arrive, at most as many as were answered SENT on that connection. Loss
 *     happens in no other way. After {@code disconnected} nothing of that connection arrives; the adapter connects
 *     again by itself.
 * <li>A peer that restarted at the same address is a new peer: {@code disconnected}, then {@code connected} with its
 *     new incarnation. Frames for the old life never reach the new one.
 * <li>Threads: call from any thread, callbacks included. Callbacks come on the adapter's threads, never two at once for
 *     a link, and must not block. What a listener throws goes to the context's error handler, and the link goes on.
 * <li>{@code close} of a link, an endpoint (its links too) or a transport (its endpoints too) is idempotent. Then
 *     {@code offer} answers CLOSED, no callback of it runs or begins, and the peer's link gets {@code disconnected};
 *     frames that were SENT just before may be lost. Called from a callback, it does not wait for callbacks that are
 *     running. A closed transport has no thread left, and a closed endpoint's address can be bound again at once.
 * <li>An address that is taken or cannot be bound is answered by an {@link dev.gale.spi.plugin.EngineException} of
 *     category REJECTED that names it; an empty secret, a second open link for the same group, endpoint and generation,
 *     and a link to oneself by {@link IllegalArgumentException}; {@code bind} and {@code link} after close by {@link
 *     IllegalStateException}.
 * <li>A connection on which nothing of the peer arrives for a time that the configuration says, be it that the peer is
 *     stuck or that the network is, in one direction or both, has broken: rule 9. Slowness below that time breaks
 *     nothing. A connection inside one process cannot fall silent.
 * </ol>
 * What holds while a network fails has its tests in {@code TransportFaultContract}.
 */
public interface Transport extends AutoCloseable {
    /** Largest frame in bytes that {@code offer} accepts. */
    int maxFrameBytes();

    /**
     * Starts listening; several endpoints may exist in one JVM.
     *
     * @param address where to listen, such as {@code "host:port"}; port 0 takes a free one, see {@link
     * Endpoint#address}
     * @param self who this end is; its incarnation is not empty
     * @param secret shared by the group, not empty; copied
     */
    Endpoint bind(String address, PeerIdentity self, byte[] secret);

    @Override
    void close();
}
