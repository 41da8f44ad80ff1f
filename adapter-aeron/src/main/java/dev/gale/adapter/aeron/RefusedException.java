package dev.gale.adapter.aeron;

/** Ends the reading of a handshake's message from within; never leaves the package. */
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
