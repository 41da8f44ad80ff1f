package dev.gale.adapter.netty;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Which connection a link has, which one waits until that is over, and which are being made.
 *
 * <p>Goals: one connection a pair, although both ends may dial; a peer that lost its end gets a new one at once; whoever
 * calls the listener is the only one.
 *
 * <p>Two attempts that cross must not end each other. The end with the smaller name decides: it takes whichever comes
 * first, its own attempt by being answered, or the other's by having proven itself, and lets go of the other one. Later, a
 * peer that dials has no connection, whatever we believe, since nobody dials who has one: the new connection takes the old
 * one's place, when that has been told to be over. Only while a connection that the deciding end dialled is young may the
 * peer not know of it yet. The other end follows: it takes what the deciding end answers, or makes ready.
 *
 * <p>The listener's caller is: the connection that has begun, from {@code begin} until {@code ended}; or, while there is
 * none, who tells a refusal.
 *
 * <p>Thread-safe.
 */
final class Occupancy {
    private final boolean decides;
    private final long youngNanos;
    private final LongSupplier clock;

    private @Nullable Occupant current;
    private @Nullable Occupant next;
    private boolean currentWasDialled;
    private long currentSinceNanos;
    private boolean dialling;
    private boolean overtaken;
    private int accepting;
    private boolean telling;
    private boolean closed;

    /** @param youngNanos within this time a READY that is under way must have arrived */
    Occupancy(boolean decides, long youngNanos, LongSupplier clock) {
        this.decides = decides;
        this.youngNanos = youngNanos;
        this.clock = clock;
    }

    /** Begins an attempt to dial, unless there is no need for it. */
    synchronized boolean tryDial() {
        if (closed || current != null || accepting > 0 || dialling) {
            return false;
        }
        dialling = true;
        overtaken = false;
        return true;
    }

    synchronized void dialFailed() {
        dialling = false;
    }

    /**
     * Begins to accept a peer that has proven itself, unless its attempt crossed ours.
     *
     * @param newLife whether it is another process than the one we are connected with
     */
    synchronized boolean tryAccept(boolean newLife) {
        boolean crossed = decides && current != null && currentWasDialled && isYoung() && !newLife;
        if (closed || crossed) {
            return false;
        }
        accepting++;
        return true;
    }

    synchronized void acceptFailed() {
        accepting--;
    }

    /**
     * The attempt to dial has succeeded.
     *
     * @return false: not needed any more. That is so also when another connection was there meanwhile and is over again:
     *     the peer that was dialled then may be an earlier life of the one that is there now
     */
    synchronized boolean adoptDialled(Occupant made) {
        dialling = false;
        if (closed || current != null || overtaken || decides && accepting > 0) {
            return false;
        }
        take(made, true);
        return true;
    }

    /** A peer that was accepted is ready. @return false: the link is closed */
    synchronized boolean adoptAccepted(Occupant made) {
        accepting--;
        if (closed) {
            return false;
        }
        if (current == null) {
            take(made, false);
            return true;
        }
        if (next != null) {
            next.end("the peer connected once more");
        }
        next = made;
        current.end("the peer connected anew");
        return true;
    }

    /** A connection is over and was told to be. @return true when the link is without one now */
    synchronized boolean ended(Occupant ended) {
        if (next == ended) {
            next = null;
            return false;
        }
        if (current != ended) {
            return false;
        }
        Occupant following = next;
        current = null;
        next = null;
        if (following != null && !closed) {
            take(following, false);
        }
        return current == null && !closed;
    }

    /** True: there is no connection, and none begins before {@link #told}. */
    synchronized boolean tryTell() {
        if (closed || current != null || telling) {
            return false;
        }
        telling = true;
        return true;
    }

    synchronized void told() {
        telling = false;
        if (current != null) {
            current.begin();
        }
    }

    synchronized boolean isTaken() {
        return current != null;
    }

    /** Takes no more, and ends what there is. */
    synchronized void close(String reason) {
        closed = true;
        if (current != null) {
            current.end(reason);
        }
        if (next != null) {
            next.end(reason);
        }
    }

    private void take(Occupant made, boolean dialled) {
        current = made;
        overtaken = true;
        currentWasDialled = dialled;
        currentSinceNanos = clock.getAsLong();
        if (!telling) {
            made.begin();
        }
    }

    private boolean isYoung() {
        return clock.getAsLong() - currentSinceNanos < youngNanos;
    }
}
