package dev.gale.runtime.code;

import dev.gale.spi.plugin.EngineException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code nimbus/inbox}: jars on their way from clients to a submit, as {@code stormjar-<id>.jar}. An id is a random number of ours; no
 * name or path of a client's is ever used. An upload belongs to whoever began it, can be resumed while this process lives, and is
 * used by one submit. One for which nothing is asked for a while is removed, but never while a submit holds it. Thread-safe; calls
 * block for as long as the disk does.
 */
public final class Inbox implements AutoCloseable {
    /** The disk under an inbox; a test has one that is full. */
    interface Disk {
        FileChannel create(Path file) throws IOException;

        long usableBytes(Path directory) throws IOException;
    }

    private static final Logger LOG = LoggerFactory.getLogger(Inbox.class);
    private static final String FILES = "stormjar-*.jar";

    private final Path directory;
    private final InboxLimits limits;
    private final LongSupplier nanoClock;
    private final Disk disk;
    private final Map<String, Upload> uploads = new ConcurrentHashMap<>();

    Inbox(Path directory, InboxLimits limits, LongSupplier nanoClock, Disk disk) {
        this.directory = PrivateFiles.directory(directory);
        this.limits = limits;
        this.nanoClock = nanoClock;
        this.disk = disk;
        removeLeftovers();
    }

    /**
     * Uploads of an earlier process are removed: nobody can go on with them.
     *
     * @throws EngineException with category FATAL if others own the directory or may look into it, or it cannot be used
     */
    public static Inbox open(Path directory, InboxLimits limits, LongSupplier nanoClock) {
        return new Inbox(directory, limits, nanoClock, new Disk() {
            @Override
            public FileChannel create(Path file) throws IOException {
                return PrivateFiles.create(file);
            }

            @Override
            public long usableBytes(Path of) throws IOException {
                return Files.getFileStore(of).getUsableSpace();
            }
        });
    }

    /**
     * @param owner whoever asks, as authenticated; only the same one can go on
     * @param bytes that it will have
     * @param sha256 that it will have
     * @throws EngineException REJECTED if it is over a limit, naming it; UNAVAILABLE if there is no room, naming the directory
     */
    public UploadStatus begin(String owner, long bytes, String sha256) {
        SafeNames.digest(sha256);
        if (bytes < 1 || bytes > limits.uploadBytes()) {
            throw new EngineException(
                    EngineException.Category.REJECTED,
                    "An upload has 1 to " + limits.uploadBytes() + " bytes, and not " + bytes + "; "
                            + InboxLimits.UPLOAD_MAX_BYTES + " is the limit");
        }
        expire();
        String id = UUID.randomUUID().toString();
        Path file = SafeNames.child(directory, "stormjar-" + id + ".jar");
        synchronized (this) { // between the count and the entry that counts
            if (uploads.size() >= limits.uploads()) {
                throw new EngineException(
                        EngineException.Category.UNAVAILABLE,
                        limits.uploads() + " uploads are under way, and no more are taken; try again later");
            }
            try {
                long usable = disk.usableBytes(directory);
                if (usable < bytes) {
                    throw new IOException("No space left: an upload of " + bytes + " bytes does not fit");
                }
                Upload upload = new Upload(id, owner, file, bytes, sha256, disk.create(file), nanoClock.getAsLong());
                uploads.put(id, upload);
                return upload.status();
            } catch (IOException e) {
                throw noRoom("An upload cannot begin", e);
            }
        }
    }

    /**
     * Takes a part. The same part again does no harm, so a client that does not know whether it arrived sends it again.
     *
     * @param offset where it begins, at most where the upload goes on
     * @throws EngineException REJECTED if there is no such upload of this owner, or the part does not fit; UNAVAILABLE if it cannot be
     *     written: the upload is gone then, and its file removed
     */
    public UploadStatus chunk(String owner, String id, long offset, byte[] chunk) {
        if (chunk.length > limits.chunkBytes()) {
            throw new EngineException(
                    EngineException.Category.REJECTED,
                    "A chunk has " + limits.chunkBytes() + " bytes at most, and not " + chunk.length);
        }
        return with(owner, id, upload -> {
            try {
                upload.write(offset, chunk);
            } catch (IOException e) {
                discard(upload);
                throw noRoom("Upload " + id + " cannot be written and is removed", e);
            }
            return upload.status();
        });
    }

    /** @throws EngineException with category REJECTED if there is no such upload of this owner */
    public UploadStatus status(String owner, String id) {
        return with(owner, id, Upload::status);
    }

    /**
     * Checks what was received; a submit can use it then. Can be repeated.
     *
     * @throws EngineException REJECTED if there is no such upload of this owner, if it is not complete, or if it is not what was
     *     announced: the upload is gone then; UNAVAILABLE if it cannot be written, like {@link #chunk}
     */
    public UploadStatus finish(String owner, String id) {
        return with(owner, id, upload -> {
            if (upload.isFinished()) {
                return upload.status();
            }
            upload.checkComplete();
            String digest;
            try {
                digest = upload.finish();
                PrivateFiles.sync(directory);
            } catch (IOException e) {
                discard(upload);
                throw noRoom("Upload " + id + " cannot be written and is removed", e);
            }
            if (!digest.equals(upload.wanted())) {
                discard(upload);
                throw upload.refused(
                        "has digest " + digest + " and was begun with " + upload.wanted() + "; it is removed");
            }
            return upload.status();
        });
    }

    /**
     * Lends a finished upload to a submit. It does not expire until that closes it.
     *
     * @throws EngineException with category REJECTED if there is no such upload of this owner, it is not finished, or another submit
     *     has it
     */
    public ClaimedUpload claim(String owner, String id) {
        return with(owner, id, upload -> {
            if (!upload.isFinished()) {
                throw upload.refused("is not finished");
            }
            if (upload.isClaimed()) {
                throw upload.refused("is used by another submit");
            }
            upload.setClaimed(true);
            return new ClaimedUpload(upload.file, upload.wanted(), used -> release(upload, used));
        });
    }

    /** Removes what nobody asked for in a while. To be called now and then. @return ids of what was removed */
    public List<String> expire() {
        List<String> expired = new ArrayList<>();
        for (Upload upload : uploads.values()) {
            if (upload.lock.tryLock()) { // who holds it is using the upload right now
                try {
                    long now = nanoClock.getAsLong();
                    if (!upload.isGone() && upload.isIdle(now, limits.idle().toNanos())) {
                        LOG.info("upload={} is removed: nobody asked for it for {}", upload.id, limits.idle());
                        discard(upload);
                        expired.add(upload.id);
                    }
                } finally {
                    upload.lock.unlock();
                }
            }
        }
        return expired;
    }

    /** Removes every upload that no submit has. */
    @Override
    public void close() {
        for (Upload upload : uploads.values()) {
            upload.lock.lock();
            try {
                if (!upload.isClaimed()) {
                    discard(upload);
                }
            } finally {
                upload.lock.unlock();
            }
        }
    }

    private interface Step<T> {
        T on(Upload upload);
    }

    private <T> T with(String owner, String id, Step<T> step) {
        Upload upload = uploads.get(SafeNames.uploadId(id));
        if (upload == null || !upload.owner.equals(owner)) { // the same words: whose it is, is nobody's business
            throw unknown(id);
        }
        upload.lock.lock();
        try {
            if (upload.isGone()) {
                throw unknown(id);
            }
            upload.touch(nanoClock.getAsLong());
            T result = step.on(upload);
            upload.touch(nanoClock.getAsLong());
            return result;
        } finally {
            upload.lock.unlock();
        }
    }

    private void release(Upload upload, boolean used) {
        upload.lock.lock();
        try {
            upload.setClaimed(false);
            upload.touch(nanoClock.getAsLong());
            if (used) {
                discard(upload);
            }
        } finally {
            upload.lock.unlock();
        }
    }

    private void discard(Upload upload) {
        uploads.remove(upload.id);
        try {
            upload.discard();
        } catch (IOException e) {
            LOG.warn("upload={} its file {} cannot be removed: {}", upload.id, upload.file, e.toString());
        }
    }

    private void removeLeftovers() {
        try (DirectoryStream<Path> left = Files.newDirectoryStream(directory, FILES)) {
            for (Path file : left) {
                PrivateFiles.delete(file);
            }
        } catch (IOException e) {
            throw new EngineException(
                    EngineException.Category.FATAL, "What an earlier process left in " + directory + " stays: " + e, e);
        }
    }

    private EngineException noRoom(String what, IOException cause) {
        String usable;
        try {
            usable = disk.usableBytes(directory) + " bytes are free there";
        } catch (IOException e) {
            usable = "how much is free there cannot be told";
        }
        return new EngineException(
                EngineException.Category.UNAVAILABLE,
                what + ": " + cause.getMessage() + " (" + directory + "; " + usable + ")",
                cause);
    }

    /** Whether there is such an upload of this owner. */
    public boolean has(String owner, String id) {
        Upload upload = uploads.get(id);
        return upload != null && upload.owner.equals(owner);
    }

    private static EngineException unknown(String id) {
        return new EngineException(
                EngineException.Category.REJECTED, "There is no upload " + id + " of yours; begin one");
    }
}
