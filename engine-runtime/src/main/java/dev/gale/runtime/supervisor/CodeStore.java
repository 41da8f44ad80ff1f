package dev.gale.runtime.supervisor;

import java.util.SortedMap;
import java.util.concurrent.CompletionStage;

/**
 * The files of topologies on this host. Any thread; fetches and deletions of one topology are asked for one after another, each when
 * the one before it is done.
 */
public interface CodeStore {
    /** The digests of the topologies whose files are here and whole, by topology. */
    SortedMap<String, String> findCode();

    /** Gets a topology's files here, and checks them; done at once if they are here and whole. Does not block. */
    CompletionStage<Void> fetch(String topology, String digest);

    /** Deletes a topology's files, whether there are any or not. May take its time. */
    void delete(String topology);

    /** Whether all files of a topology are here now, as the digest says. May take its time, but is asked before every launch. */
    boolean isWhole(String topology, String digest);
}
