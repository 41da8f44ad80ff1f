package dev.gale.adapter.netty;

import dev.gale.spi.transport.PeerIdentity;
import java.util.Optional;

/** The part of the end that dialled: it introduces itself first, and is the first to prove. */
final class DiallerHandshake extends Handshake {
    private final PeerIdentity expected;
    private final byte[] hello;
    private byte[] challenge = {};
    private boolean challenged;
    private PeerIdentity peer;

    DiallerHandshake(PeerIdentity self, byte[] secret, byte[] nonce, PeerIdentity expected) {
        super(self, secret, nonce);
        this.expected = expected;
        this.peer = expected;
        this.hello = new Introduction(nonce, self).message(Message.HELLO);
    }

    @Override
    byte[] opening() {
        return hello;
    }

    @Override
    Step next(byte[] message) {
        return challenged ? onWelcome(message) : onChallenge(message);
    }

    private Step onChallenge(byte[] message) {
        Introduction introduction = Introduction.read(Message.CHALLENGE, message);
        refuseReflection(introduction);
        challenged = true;
        challenge = message;
        peer = introduction.identity();
        Optional<Refusal> refusal = Refusal.between(expected, peer);
        if (refusal.isPresent()) {
            return Step.refuse(refusal.get(), "there is " + peer + ", expected was " + expected);
        }
        return Step.reply(message(Message.PROOF, Proof.of(secret, Proof.Role.DIALLER, hello, challenge)));
    }

    private Step onWelcome(byte[] message) {
        byte[] proof = body(Message.WELCOME, message, Proof.BYTES);
        if (!Proof.isSame(proof, Proof.of(secret, Proof.Role.ACCEPTOR, hello, challenge))) {
            throw new RefusedException(Refusal.SECRET);
        }
        return Step.done(new byte[] {Message.READY.code()}, peer);
    }
}
