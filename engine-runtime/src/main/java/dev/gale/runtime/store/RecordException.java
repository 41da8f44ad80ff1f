package dev.gale.runtime.store;

import org.jspecify.annotations.Nullable;

/** A record in the store is not as this version understands it. */
public final class RecordException extends RuntimeException {
    private static final long serialVersionUID = 1;

    RecordException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
