package dev.gale.adapter.netty;

/** Ends a handshake from within; never leaves {@link Handshake}. */
final class RefusedException extends RuntimeException {
    private final Refusal refusal;

    RefusedException(Refusal refusal) {
        super(refusal.text(), null, false, false);
        this.refusal = refusal;
    }

    Refusal refusal() {
        return refusal;
    }
}
