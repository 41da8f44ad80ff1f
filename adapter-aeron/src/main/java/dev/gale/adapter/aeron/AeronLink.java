package dev.gale.adapter.aeron;

import dev.gale.spi.transport.Link;
import dev.gale.spi.transport.LinkListener;
import dev.gale.spi.transport.PeerIdentity;
import dev.gale.spi.transport.SendResult;
import io.aeron.Aeron;
import io.aeron.exceptions.AeronException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One end of a pair, over all its connections.
 *
 * <p>Without a connection there is an attempt, or a time for the next one. With one there is an attempt only when somebody who
 * says that he is the peer has opened a new stream: if he proves it, the connection that we still have is one that he does not
 * know any more. A greeting alone, which may have been played back, ends nothing, and neither does what it makes us ask.
 *
 * <p>All on the endpoint's thread, but {@link #offer} and {@link #close}.
 */
final class AeronLink implements Link {
    private static final Logger LOG = LoggerFactory.getLogger(AeronLink.class);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final AeronEndpoint endpoint;
    private final Address address;
    private final PeerIdentity peer;
    private final LinkListener listener;
    private final TimeSettings times;
    private final Backoff backoff;
    private final CallbackGate gate = new CallbackGate();

    /** What offers go to: set before the listener hears of it. */
    private volatile @Nullable Outlet live;

    private @Nullable Connection connection;
    private @Nullable Attempt attempt;
    private long attemptNanos;
    private long lookedNanos;

    /** The latest stream that says it is of the peer. */
    private @Nullable Inbound candidate;

    private String lastRefusal = "";
    private int failures;
    private long nextAttemptNanos;

    AeronLink(
            AeronEndpoint endpoint,
            Address address,
            PeerIdentity peer,
            LinkListener listener,
            TransportKit kit,
            long nowNanos) {
        this.endpoint = endpoint;
        this.address = address;
        this.peer = peer;
        this.listener = listener;
        this.times = kit.settings().times();
        this.backoff = new Backoff(
                times.backoffMin(), times.backoffMax(), kit.context().random());
        this.nextAttemptNanos = nowNanos;
    }

    PeerIdentity peer() {
        return peer;
    }

    @Override
    public SendResult offer(ByteBuffer frame) {
        int length = frame.remaining();
        if (length == 0 || length > endpoint.maxFrameBytes()) {
            throw new IllegalArgumentException("a frame to " + peer.endpoint() + " has " + length + " bytes; 1 to "
                    + endpoint.maxFrameBytes() + " are allowed");
        }
        if (gate.isClosed()) {
            return SendResult.CLOSED;
        }
        Outlet outlet = live;
        SendResult result = outlet == null ? SendResult.NOT_CONNECTED : outlet.offer(frame);
        return result != SendResult.SENT && gate.isClosed() ? SendResult.CLOSED : result;
    }

    @Override
    public void close() {
        gate.close();
        endpoint.forget(this);
        if (!endpoint.onTransportThread()) {
            gate.awaitEmpty();
        }
    }

    /** The link was closed: tells the other end. */
    void retire(long nowNanos) {
        dropAttempt();
        if (connection != null) {
            lose(connection, "the link was closed by " + endpoint.self().endpoint(), nowNanos);
        }
    }

    /** @return whether there was anything to do */
    boolean work(Aeron client, long nowNanos) {
        Connection current = connection;
        if (current != null) {
            workOn(current, nowNanos);
        }
        if (gate.isClosed()) {
            return false;
        }
        if (attempt == null && isDue(nowNanos)) {
            begin(client, nowNanos);
            return true;
        }
        if (attempt != null) {
            workOn(attempt, client, nowNanos);
        }
        return false;
    }

    private void workOn(Connection current, long nowNanos) {
        String ending = current.ending();
        if (ending != null) {
            lose(current, ending, nowNanos);
        } else if (current.work(nowNanos)) {
            call(listener::writable);
        }
    }

    private boolean isDue(long nowNanos) {
        if (connection == null) {
            return nextAttemptNanos - nowNanos <= 0;
        }
        return candidate != null && candidate != connection.inbound() && isLooking(candidate);
    }

    /** Who only wants to know whether a stranger is the peer is connected, and so are we. */
    private static boolean isLooking(Inbound stream) {
        return stream.introduction() != null && !stream.introduction().isChallenge();
    }

    private void begin(Aeron client, long nowNanos) {
        if (!peer.group().equals(endpoint.self().group())) {
            refused(Refusal.GROUP.text() + ": ours is " + endpoint.self().group() + ", that of the link "
                    + peer.group());
            nextAttemptNanos = nowNanos + times.backoffMax().toNanos();
            return;
        }
        endpoint.tally().dialled();
        attemptNanos = nowNanos;
        lookedNanos = nowNanos;
        try {
            attempt = endpoint.attempt(client, address, peer, connection != null);
        } catch (AeronException | IllegalArgumentException e) {
            attemptFailed(nowNanos, e);
        }
    }

    private void workOn(Attempt current, Aeron client, long nowNanos) {
        try {
            current.open();
        } catch (AeronException e) {
            dropAttempt();
            attemptFailed(nowNanos, e);
            return;
        }
        if (isOvertaken(current, client, nowNanos)) {
            dropAttempt();
            nextAttemptNanos = nowNanos;
            return;
        }
        if (current.mayGreet()) {
            current.greet();
        }
        Inbound heard = candidate;
        if (heard != null && heard.isOver()) {
            candidate = null;
        } else if (heard != null && current.answer(heard, nowNanos) && heard.isConvincing(current)) {
            connect(current, heard, nowNanos);
            return;
        }
        if (current.isLost()) {
            dropAttempt();
            nextAttemptNanos = nowNanos;
        } else if (isTooSlow(current, nowNanos)) {
            endpoint.tally().refused(Refusal.SLOW, toString(), "no proof within " + times.handshake());
            dropAttempt();
            if (connection != null) {
                candidate = null;
            }
            failures++;
            nextAttemptNanos = nowNanos + backoff.delayNanos(failures);
        }
    }

    /**
     * Whether the peer has come to, or has gone from, our media driver since, or is another life there. Not once the peer has
     * been answered: it may be connected by now.
     */
    private boolean isOvertaken(Attempt current, Aeron client, long nowNanos) {
        if (current.answered() != null || !current.mayGreet() && nowNanos - lookedNanos < LOOK_NANOS) {
            return false;
        }
        lookedNanos = nowNanos;
        return !endpoint.ipcStream(client, peer).equals(current.ipcStream());
    }

    private boolean isTooSlow(Attempt current, long nowNanos) {
        long limit = times.handshake().toNanos();
        return connection != null
                ? nowNanos - attemptNanos >= limit
                : current.answered() != null && nowNanos - current.answeredNanos() >= limit;
    }

    private void attemptFailed(long nowNanos, RuntimeException cause) {
        failures++;
        nextAttemptNanos = nowNanos + backoff.delayNanos(failures);
        endpoint.tally().fault(toString(), cause);
    }

    /** Somebody says on {@code inbound} that he is the peer. */
    void introduced(Inbound inbound, long nowNanos) {
        candidate = inbound;
        long soon = nowNanos + times.backoffMin().toNanos();
        if (nextAttemptNanos - soon > 0) {
            nextAttemptNanos = soon;
        }
    }

    /** @return false: the proof is wrong */
    boolean proven(Inbound inbound, Introduction other, byte[] proof, long nowNanos) {
        Attempt current = attempt;
        if (current == null || !current.isAnsweredBy(proof)) {
            return true;
        }
        if (!current.isProvenBy(proof, other)) {
            return false;
        }
        inbound.convince(current);
        if (current.answered() == inbound) {
            connect(current, inbound, nowNanos);
        }
        return true;
    }

    private void connect(Attempt ready, Inbound inbound, long nowNanos) {
        Introduction other = inbound.introduction();
        if (other == null) {
            throw new IllegalStateException("connected without an introduction: " + this);
        }
        attempt = null;
        candidate = null;
        if (connection != null) {
            lose(connection, peer.endpoint() + " connected anew", nowNanos);
        }
        lastRefusal = "";
        Connection made = endpoint.connection(this, other.identity(), ready.outlet(), inbound);
        inbound.connect(made);
        connection = made;
        live = made.outlet();
        LOG.debug(
                "{}: connected, peer={}, ipc={}",
                this,
                made.peer(),
                ready.ipcStream().isPresent());
        call(() -> listener.connected(made.peer()));
    }

    private void lose(Connection over, String reason, long nowNanos) {
        live = null;
        connection = null;
        try {
            // A challenge, which nobody answers who is not connected either.
            dropAttempt();
            over.close(nowNanos);
            if (over.isBroken()) {
                endpoint.tally().badMessage();
            }
            boolean lasted = nowNanos - over.begunNanos() >= times.backoffMax().toNanos();
            failures = lasted ? 0 : failures + 1;
            nextAttemptNanos = nowNanos + backoff.delayNanos(failures - 1);
            endpoint.tally().lost(over.lost());
        } finally {
            // Whatever fails: who was told of a connection hears of its end.
            long lost = over.lost();
            LOG.debug("{}: disconnected, frames lost: {}: {}", this, lost, reason);
            call(() -> listener.disconnected(reason, lost));
        }
    }

    /** The endpoint's thread ends by an error, and nothing of this link is done any more. */
    void abandon(String reason) {
        if (connection != null) {
            // The time would matter for the next attempt alone.
            lose(connection, reason, connection.begunNanos());
        }
    }

    /** The media driver, or our client of it, is gone with all streams. */
    void clientLost(long nowNanos) {
        attempt = null;
        candidate = null;
        if (connection != null) {
            lose(connection, "the media driver does not answer, or has given this process up", nowNanos);
        }
        nextAttemptNanos = nowNanos;
    }

    /** An attempt was refused. Told once, and not while there is a connection, which it says nothing about. */
    void refused(String reason) {
        if (connection == null && !reason.equals(lastRefusal)) {
            lastRefusal = reason;
            call(() -> listener.disconnected(reason, 0));
        }
    }

    private void dropAttempt() {
        if (attempt != null) {
            attempt.close();
            attempt = null;
        }
    }

    /** @return false: closed */
    boolean deliver(ByteBuffer frame) {
        return call(() -> listener.frame(frame));
    }

    private boolean call(Runnable callback) {
        if (!gate.enter()) {
            return false;
        }
        try {
            callback.run();
        } catch (RuntimeException | Error e) {
            endpoint.onFault("listener of the link to " + peer.endpoint(), e);
        } finally {
            gate.leave();
        }
        return true;
    }

    @Override
    public String toString() {
        return "link " + endpoint.self().endpoint() + " - " + peer.endpoint() + " at " + address;
    }
}
