package dev.gale.runtime.code;

import java.time.Duration;

/**
 * What uploads may take.
 *
 * @param uploadBytes of one upload, {@link #UPLOAD_MAX_BYTES}
 * @param chunkBytes of one chunk
 * @param uploads at the same time
 * @param idle how long an upload is kept for which nothing is asked
 */
public record InboxLimits(long uploadBytes, int chunkBytes, int uploads, Duration idle) {
    /** The setting of nimbus for the size of one upload. */
    public static final String UPLOAD_MAX_BYTES = "nimbus.upload.max.bytes";

    /** 1 GiB in chunks of 8 MiB; 100 at the same time; ten minutes. */
    public static final InboxLimits DEFAULT = new InboxLimits(1L << 30, 8 << 20, 100, Duration.ofMinutes(10));

    public InboxLimits {
        if (uploadBytes < 1 || chunkBytes < 1 || uploads < 1 || idle.isNegative() || idle.isZero()) {
            throw new IllegalArgumentException(
                    "Limits are above 0, and not " + uploadBytes + ", " + chunkBytes + ", " + uploads + " and " + idle);
        }
    }
}
