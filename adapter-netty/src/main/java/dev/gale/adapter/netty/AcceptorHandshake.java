package dev.gale.adapter.netty;

import dev.gale.spi.transport.PeerIdentity;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The part of the end that was dialled. It says who it is to members of its group only, proves only to who has proven,
 * and asks whether the peer is wanted only then.
 */
final class AcceptorHandshake extends Handshake {
    private final Function<PeerIdentity, Optional<Refusal>> judge;
    private byte[] hello = {};
    private byte[] challenge = {};
    private @Nullable PeerIdentity peer;
    private boolean proven;

    /** @param judge asked once, with the proven peer, whether to refuse it */
    AcceptorHandshake(PeerIdentity self, byte[] secret, byte[] nonce, Function<PeerIdentity, Optional<Refusal>> judge) {
        super(self, secret, nonce);
        this.judge = judge;
    }

    @Override
    byte[] opening() {
        return new byte[0];
    }

    @Override
    Step next(byte[] message) {
        if (peer == null) {
            return onHello(message);
        }
        return proven ? onReady(message, peer) : onProof(message, peer);
    }

    private Step onHello(byte[] message) {
        Introduction introduction = Introduction.read(Message.HELLO, message);
        if (!introduction.identity().group().equals(self.group())) {
            throw new RefusedException(Refusal.GROUP);
        }
        refuseReflection(introduction);
        peer = introduction.identity();
        hello = message;
        challenge = new Introduction(nonce, self).message(Message.CHALLENGE);
        return Step.reply(challenge);
    }

    private Step onProof(byte[] message, PeerIdentity claimed) {
        byte[] proof = body(Message.PROOF, message, Proof.BYTES);
        if (!Proof.isSame(proof, Proof.of(secret, Proof.Role.DIALLER, hello, challenge))) {
            throw new RefusedException(Refusal.SECRET);
        }
        proven = true;
        Optional<Refusal> refusal = judge.apply(claimed);
        if (refusal.isPresent()) {
            return Step.refuse(refusal.get(), "of " + claimed);
        }
        return Step.reply(message(Message.WELCOME, Proof.of(secret, Proof.Role.ACCEPTOR, hello, challenge)));
    }

    private static Step onReady(byte[] message, PeerIdentity peer) {
        body(Message.READY, message, 0);
        return Step.done(new byte[0], peer);
    }
}
