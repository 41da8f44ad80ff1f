package dev.gale.control;

/**
 * How far an upload is.
 *
 * @param bytes that it will have
 * @param receivedBytes that it has; the offset of the next chunk
 * @param sha256 the digest that it will have
 * @param finished whether the digest was checked, and it can be submitted
 */
public record UploadStatus(String id, long bytes, long receivedBytes, String sha256, boolean finished) {}
