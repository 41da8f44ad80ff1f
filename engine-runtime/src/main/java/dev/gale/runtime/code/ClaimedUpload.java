package dev.gale.runtime.code;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** An upload in the hands of one submit. Closed without {@link #use}, it can be claimed again, such as after a submit that was refused. */
public final class ClaimedUpload implements AutoCloseable {
    private final Path file;
    private final String sha256;
    private final Consumer<Boolean> release;
    private final AtomicBoolean released = new AtomicBoolean();

    /** @param release told once, whether it was used */
    ClaimedUpload(Path file, String sha256, Consumer<Boolean> release) {
        this.file = file;
        this.sha256 = sha256;
        this.release = release;
    }

    /** There until this is closed or used. */
    public Path file() {
        return file;
    }

    /** Of the file, as checked. */
    public String sha256() {
        return sha256;
    }

    /** The submit has what it needs: the upload is removed. */
    public void use() {
        release(true);
    }

    @Override
    public void close() {
        release(false);
    }

    private void release(boolean used) {
        if (released.compareAndSet(false, true)) {
            release.accept(used);
        }
    }
}
