package dev.gale.runtime.worker;

/** A frame of another worker that cannot be what one sends. */
final class BrokenFrameException extends RuntimeException {
    BrokenFrameException(String message) {
        super(message);
    }

    BrokenFrameException(String message, Throwable cause) {
        super(message, cause);
    }
}
