package dev.gale.distribution.demo;

import dev.gale.control.Control;
import dev.gale.control.UploadRequest;
import dev.gale.examples.wordcount.RunFailedException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/** Brings small files to a nimbus in this process. */
final class Upload {
    private static final int CHUNK_BYTES = 1 << 20;

    private final Control control;

    Upload(Control control) {
        this.control = control;
    }

    /** @return the id of the finished upload */
    String send(byte[] content) throws RunFailedException, InterruptedException {
        String id = Answers.of(control.beginUpload(new UploadRequest(content.length, digest(content))))
                .id();
        for (int offset = 0; offset < content.length; offset += CHUNK_BYTES) {
            byte[] chunk = Arrays.copyOfRange(content, offset, Math.min(content.length, offset + CHUNK_BYTES));
            Answers.of(control.uploadChunk(id, offset, chunk));
        }
        return Answers.of(control.finishUpload(id)).id();
    }

    private static String digest(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
