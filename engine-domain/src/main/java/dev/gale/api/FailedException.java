package dev.gale.api;

/** Thrown by a {@link BasicBolt} to fail its input, without a report and without a new instance. */
public class FailedException extends RuntimeException {
    public FailedException() {}

    public FailedException(String message) {
        super(message);
    }

    public FailedException(String message, Throwable cause) {
        super(message, cause);
    }

    public FailedException(Throwable cause) {
        super(cause);
    }
}
