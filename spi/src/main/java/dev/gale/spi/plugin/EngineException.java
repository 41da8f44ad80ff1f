package dev.gale.spi.plugin;

import java.util.Objects;

/**
 * The one exception of the ports. Its category tells the caller what to do; its message names the key, address or place
 * that the failure was about; its cause is the backend's own exception, when there is one.
 */
public final class EngineException extends RuntimeException {
    /** What the caller is to do. */
    public enum Category {
        /** The backend did not answer; what was asked may or may not have happened. Try again. */
        UNAVAILABLE,
        /** Someone newer has taken over. Step down. */
        FENCED,
        /** The request can never succeed as it is. Tell the user. */
        REJECTED,
        /** Going on would do harm. Stop the process. */
        FATAL
    }

    private final Category category;

    /** A failure that the port found itself. */
    public EngineException(Category category, String message) {
        super(message);
        this.category = Objects.requireNonNull(category, "category");
    }

    /** A failure that the backend reported. */
    public EngineException(Category category, String message, Throwable cause) {
        super(message, cause);
        this.category = Objects.requireNonNull(category, "category");
    }

    public Category category() {
        return category;
    }
}
