package dev.gale.examples.wordcount;

import java.io.IOException;
import java.nio.file.Path;

/** What the demo runs its topology on. */
public interface WordCountEngine {
    /** The name of the topology. */
    String TOPOLOGY = "word-count";

    int WORKERS = 2;

    /**
     * Starts the topology, and whatever it needs.
     *
     * @param results a folder that workers write to
     * @param scratch a folder that is deleted after the run has been closed
     */
    WordCountRun start(TextInput input, Path results, Path scratch)
            throws IOException, RunFailedException, InterruptedException;
}
