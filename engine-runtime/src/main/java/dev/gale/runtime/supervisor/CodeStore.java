package dev.gale.runtime.supervisor;

import java.util.SortedMap;
import java.util.concurrent.CompletionStage;

/** The code of topologies on a supervisor's host. Thread-safe. */
public interface CodeStore {
    /** The digests of the topologies whose code is here and whole, by topology; removes what is not whole. To be called at start. */
    SortedMap<String, String> findCode();

    /** Gets a topology's code here, and checks it; completes on any thread. Done at once if it is here. */
    CompletionStage<Void> fetch(String topology, String digest);

    /** Removes a topology's code, after what is under way for it; does not wait. */
    void delete(String topology);

    /** Whether a worker can be started from it. */
    boolean isWhole(String topology, String digest);
}
