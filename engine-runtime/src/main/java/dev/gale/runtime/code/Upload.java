package dev.gale.runtime.code;

import dev.gale.spi.plugin.EngineException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.concurrent.locks.ReentrantLock;

/** One file on its way into the inbox. Everything but the fields set at the beginning is guarded by {@link #lock}. */
final class Upload {
    final ReentrantLock lock = new ReentrantLock();
    final String id;
    final String owner;
    final Path file;

    private final long bytes;
    private final String wanted;
    private final FileChannel channel;
    private final MessageDigest digest = Digests.sha256();
    private long received;
    private long touchedNanos;
    private boolean finished;
    private boolean claimed;
    private boolean gone;

    /** @param wanted the digest that it will have */
    Upload(String id, String owner, Path file, long bytes, String wanted, FileChannel channel, long nowNanos) {
        this.id = id;
        this.owner = owner;
        this.file = file;
        this.bytes = bytes;
        this.wanted = wanted;
        this.channel = channel;
        touchedNanos = nowNanos;
    }

    String wanted() {
        return wanted;
    }

    UploadStatus status() {
        return new UploadStatus(id, bytes, received, finished);
    }

    void touch(long nowNanos) {
        touchedNanos = nowNanos;
    }

    boolean isIdle(long nowNanos, long forNanos) {
        return !claimed && nowNanos - touchedNanos >= forNanos;
    }

    boolean isClaimed() {
        return claimed;
    }

    void setClaimed(boolean now) {
        claimed = now;
    }

    boolean isGone() {
        return gone;
    }

    /** Takes what is new in a chunk; what was received before is skipped, since the digest decides in the end. */
    void write(long offset, byte[] chunk) throws IOException {
        if (offset < 0 || offset > received) {
            throw refused("has " + received + " bytes and goes on there, and not at " + offset);
        }
        if (chunk.length > bytes - offset) {
            throw refused("was begun with " + bytes + " bytes, and a chunk of " + chunk.length + " at " + offset
                    + " goes beyond");
        }
        int known = (int) Math.min(received - offset, chunk.length);
        ByteBuffer fresh = ByteBuffer.wrap(chunk, known, chunk.length - known);
        while (fresh.hasRemaining()) {
            channel.write(fresh);
        }
        digest.update(chunk, known, chunk.length - known);
        received += chunk.length - known;
    }

    /** @throws EngineException with category REJECTED if it is not all there; nothing changes then */
    void checkComplete() {
        if (received < bytes) {
            throw refused("has " + received + " of its " + bytes + " bytes; go on from there");
        }
    }

    /** Makes it durable. Can be called once. @return the digest that it has */
    String finish() throws IOException {
        channel.force(true);
        channel.close();
        finished = true;
        return Digests.text(digest);
    }

    boolean isFinished() {
        return finished;
    }

    void discard() throws IOException {
        gone = true;
        channel.close();
        PrivateFiles.delete(file);
    }

    EngineException refused(String why) {
        return new EngineException(EngineException.Category.REJECTED, "Upload " + id + " " + why);
    }
}
