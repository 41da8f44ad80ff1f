package dev.gale.examples.wordcount;

/** The engine could not count; the message says why. */
public final class RunFailedException extends Exception {
    public RunFailedException(String message) {
        super(message);
    }

    public RunFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
