package dev.gale.control;

import java.util.regex.Pattern;

/**
 * What is going to be uploaded.
 *
 * @param bytes how many
 * @param sha256 their digest, 64 hexadecimal digits in lower case
 */
public record UploadRequest(long bytes, String sha256) {
    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

    public UploadRequest {
        if (bytes < 0) {
            throw new IllegalArgumentException("an upload cannot have " + bytes + " bytes; give 0 or more");
        }
        if (!DIGEST.matcher(sha256).matches()) {
            throw new IllegalArgumentException("the digest is not 64 hexadecimal digits in lower case");
        }
    }
}
