package dev.gale.distribution.cli;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Remembers why something could not be written, since a {@link java.io.PrintStream} keeps that for itself. */
final class WatchedOutput extends FilterOutputStream {
    private volatile @Nullable IOException failure;

    WatchedOutput(OutputStream target) {
        super(target);
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        try {
            out.write(bytes, from, count);
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    /** Empty if all was written, or the reader wanted no more, as {@code head} does. */
    String trouble() {
        IOException known = failure;
        String why = known == null ? "" : String.valueOf(known.getMessage());
        return why.contains("Broken pipe") ? "" : why;
    }
}
