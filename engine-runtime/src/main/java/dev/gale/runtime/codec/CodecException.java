package dev.gale.runtime.codec;

import org.jspecify.annotations.Nullable;

/** Values that cannot be written, or bytes that are no tuple. The message is meant for the author of the topology. */
public final class CodecException extends RuntimeException {
    private final int valueIndex;

    CodecException(int valueIndex, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.valueIndex = valueIndex;
    }

    /** Position in the tuple of the value at fault; -1 when no single value is. */
    public int valueIndex() {
        return valueIndex;
    }
}
