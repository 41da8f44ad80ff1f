package dev.gale.runtime.code;

import dev.gale.spi.plugin.EngineException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings the code of topologies into a directory, from the first source that has it as it should be. Thread-safe. */
public final class CodeFetcher implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CodeFetcher.class);

    private final CodeDirectory directory;
    private final Supplier<List<CodeSource>> sources;
    private volatile boolean closed;

    /** @param sources where code may be now, in the order in which they are asked */
    public CodeFetcher(CodeDirectory directory, Supplier<List<CodeSource>> sources) {
        this.directory = directory;
        this.sources = sources;
    }

    /**
     * Blocks until the code is here; at once if it is.
     *
     * @throws EngineException UNAVAILABLE if nobody who can be asked has it, with what each answered
     */
    public void fetch(String topology, String digest) {
        if (directory.isWhole(topology, digest)) {
            return;
        }
        List<String> failures = new ArrayList<>();
        for (CodeSource source : sources.get()) {
            try {
                directory.put(topology, digest, file -> open(source, topology, digest, file));
                LOG.info("topology={} its code with digest {} came from {}", topology, digest, source);
                return;
            } catch (RuntimeException e) {
                failures.add(source + ": " + e.getMessage());
            }
        }
        throw new EngineException(
                EngineException.Category.UNAVAILABLE,
                "The code of " + topology + " with digest " + digest + " cannot be had"
                        + (failures.isEmpty()
                                ? ", since nobody is known who may have it"
                                : ": " + String.join("; ", failures)));
    }

    public boolean isClosed() {
        return closed;
    }

    /** Breaks off what is under way, soon; does not wait. Nothing is left half done. */
    @Override
    public void close() {
        closed = true;
    }

    private InputStream open(CodeSource source, String topology, String digest, CodeFile file) throws IOException {
        checkOpen();
        return new FilterInputStream(source.open(topology, digest, file)) {
            @Override
            public int read(byte[] buffer, int offset, int length) throws IOException {
                checkOpen();
                return super.read(buffer, offset, length);
            }
        };
    }

    private void checkOpen() throws IOException {
        if (closed) {
            throw new IOException("this process is being stopped");
        }
    }
}
