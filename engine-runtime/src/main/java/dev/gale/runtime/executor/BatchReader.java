package dev.gale.runtime.executor;

import dev.gale.engine.tuple.TupleBatch;
import org.jspecify.annotations.Nullable;

/** Makes tuples of what a lane holds. Used by the executor's thread. */
public interface BatchReader {
    /**
     * @param batch a {@link TupleBatch}, or what another worker encoded
     * @return null if it could not be read, which was reported and counted
     */
    @Nullable
    TupleBatch read(Object batch);
}
