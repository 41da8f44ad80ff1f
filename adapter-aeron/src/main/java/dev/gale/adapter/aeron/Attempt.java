package dev.gale.adapter.aeron;

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import java.util.Arrays;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * A stream of ours that is to become half of a connection. It opens, says HELLO once somebody listens, and answers whoever has
 * been introduced on a stream of the peer's with HELLO and PROOF: HELLO again, since who listens may be another life than
 * before. On the endpoint's thread.
 */
final class Attempt {
    private final Aeron client;
    private final Introduction hello;
    private final byte[] secret;
    private final OptionalInt ipcStream;
    private final long registration;
    private @Nullable Outlet outlet;
    private boolean greeted;
    private @Nullable Inbound answered;
    private long answeredNanos;

    /** @param ipcStream where the peer listens in shared memory, when it does */
    Attempt(Aeron client, Introduction hello, byte[] secret, OptionalInt ipcStream, String channel, int stream) {
        this.client = client;
        this.hello = hello;
        this.secret = secret;
        this.ipcStream = ipcStream;
        this.registration = client.asyncAddExclusivePublication(channel, stream);
    }

    Introduction hello() {
        return hello;
    }

    OptionalInt ipcStream() {
        return ipcStream;
    }

    /** With whom it may be ready. */
    @Nullable
    Inbound answered() {
        return answered;
    }

    long answeredNanos() {
        return answeredNanos;
    }

    /** Whether somebody listened, and nobody does any more. */
    boolean isLost() {
        return outlet != null && (outlet.isBroken() || greeted && !outlet.isConnected());
    }

    /** @throws io.aeron.exceptions.RegistrationException when the media driver cannot open the stream */
    void open() {
        if (outlet == null) {
            ExclusivePublication stream = client.getExclusivePublication(registration);
            if (stream != null) {
                outlet = new Outlet(stream);
            }
        }
    }

    /** Whether somebody listens, and has not been greeted. */
    boolean mayGreet() {
        return !greeted && outlet != null && outlet.isConnected();
    }

    void greet() {
        greeted = outlet().say(MessageHeader.HELLO, hello.bytes());
    }

    /** @return whether the peer on {@code inbound} has been answered, as far as we know */
    boolean answer(Inbound inbound, long nowNanos) {
        Introduction other = inbound.introduction();
        if (answered == inbound) {
            return true;
        }
        if (!greeted || outlet == null || other == null) {
            return false;
        }
        byte[] code = Proof.ofHearing(secret, hello.bytes(), other.bytes());
        byte[] proof = new byte[Introduction.NONCE_BYTES + Proof.BYTES];
        System.arraycopy(other.nonce(), 0, proof, 0, Introduction.NONCE_BYTES);
        System.arraycopy(code, 0, proof, Introduction.NONCE_BYTES, Proof.BYTES);
        if (outlet.say(MessageHeader.HELLO, hello.bytes()) && outlet.say(MessageHeader.PROOF, proof)) {
            answered = inbound;
            answeredNanos = nowNanos;
            return true;
        }
        return false;
    }

    /** Whether the peer's PROOF is the answer to this attempt; nothing is known when it is to another one. */
    boolean isAnsweredBy(byte[] proof) {
        return proof.length == Introduction.NONCE_BYTES + Proof.BYTES
                && Proof.isSame(hello.nonce(), Arrays.copyOf(proof, Introduction.NONCE_BYTES));
    }

    boolean isProvenBy(byte[] proof, Introduction other) {
        byte[] code = Arrays.copyOfRange(proof, Introduction.NONCE_BYTES, proof.length);
        return Proof.isSame(code, Proof.ofHearing(secret, other.bytes(), hello.bytes()));
    }

    /** What the connection sends by. Only when it is ready. */
    Outlet outlet() {
        Outlet ready = outlet;
        if (ready == null) {
            throw new IllegalStateException("not open yet: " + hello.identity());
        }
        return ready;
    }

    void close() {
        if (outlet != null) {
            outlet.close();
        } else {
            client.asyncRemovePublication(registration);
        }
    }
}
