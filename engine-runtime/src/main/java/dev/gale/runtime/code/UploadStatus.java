package dev.gale.runtime.code;

/**
 * How far an upload is.
 *
 * @param bytes that it will have
 * @param received where it goes on
 * @param finished whether a submit can use it
 */
public record UploadStatus(String id, long bytes, long received, boolean finished) {}
