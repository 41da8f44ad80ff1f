package dev.gale.adapter.netty;

import dev.gale.spi.transport.PeerIdentity;

/**
 * One end's part in proving who both are; see the package for the messages. Not thread-safe; knows no channel and no
 * time.
 */
abstract class Handshake {
    /** No message of a handshake is longer. */
    static final int MOST_BYTES = 4 << 10;

    final PeerIdentity self;
    final byte[] secret;
    final byte[] nonce;

    Handshake(PeerIdentity self, byte[] secret, byte[] nonce) {
        this.self = self;
        this.secret = secret;
        this.nonce = nonce;
    }

    /** What to say before anything was heard; may be empty. */
    abstract byte[] opening();

    final Step onMessage(byte[] message) {
        if (Message.REFUSED.isOf(message)) {
            Refusal refusal = Refusal.ofCode(message.length == 2 ? message[1] : 0);
            return Step.refused(refusal, "the other side says: " + refusal.text());
        }
        try {
            return next(message);
        } catch (RefusedException e) {
            return Step.refuse(e.refusal(), "within the handshake");
        }
    }

    /** @throws RefusedException when the message is not what was to come */
    abstract Step next(byte[] message);

    /** What follows the type in a message of a known length. */
    static byte[] body(Message type, byte[] message, int length) {
        if (!type.isOf(message) || message.length != 1 + length) {
            throw new RefusedException(Refusal.GARBAGE);
        }
        byte[] body = new byte[length];
        System.arraycopy(message, 1, body, 0, length);
        return body;
    }

    static byte[] message(Message type, byte[] body) {
        byte[] message = new byte[1 + body.length];
        message[0] = type.code();
        System.arraycopy(body, 0, message, 1, body.length);
        return message;
    }

    /** Our own words, sent back to us, prove nothing. */
    final void refuseReflection(Introduction other) {
        boolean isSelf = other.identity().group().equals(self.group())
                && other.identity().endpoint().equals(self.endpoint());
        if (isSelf || Proof.isSame(nonce, other.nonce())) {
            throw new RefusedException(Refusal.ENDPOINT);
        }
    }
}
