package dev.gale.adapter.netty;

import dev.gale.spi.transport.PeerIdentity;
import org.jspecify.annotations.Nullable;

/**
 * What follows from a message of the handshake.
 *
 * @param reply what to say; may be empty. When the handshake is done it is said only if the connection is wanted
 * @param proven the peer, when the handshake is done
 * @param refusal why it is over, when it is over
 * @param reason of a refusal, for people
 */
record Step(
        byte[] reply,
        @Nullable PeerIdentity proven,
        @Nullable Refusal refusal,
        String reason) {
    static Step reply(byte[] reply) {
        return new Step(reply, null, null, "");
    }

    static Step done(byte[] reply, PeerIdentity proven) {
        return new Step(reply, proven, null, "");
    }

    /** We refuse, and say so. */
    static Step refuse(Refusal refusal, String reason) {
        return new Step(new byte[] {Message.REFUSED.code(), (byte) refusal.code()}, null, refusal, reason);
    }

    /** The peer refused. */
    static Step refused(Refusal refusal, String reason) {
        return new Step(new byte[0], null, refusal, reason);
    }
}
