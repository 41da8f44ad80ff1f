package dev.gale.runtime.code;

import java.io.IOException;
import java.io.InputStream;

/**
 * A nimbus or supervisor that may have the code of topologies. It is not trusted: what it gives is checked. Its {@code toString} tells
 * people which one it is.
 */
public interface CodeSource {
    /**
     * Blocks, for a bounded time. The caller closes the stream.
     *
     * @throws IOException if the file is not there, or cannot be had
     */
    InputStream open(String topology, String digest, CodeFile file) throws IOException;
}
