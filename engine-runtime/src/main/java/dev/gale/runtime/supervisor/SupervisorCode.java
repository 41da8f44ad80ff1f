package dev.gale.runtime.supervisor;

import dev.gale.runtime.code.CodeDirectory;
import dev.gale.runtime.code.CodeFetcher;
import dev.gale.runtime.code.CodeSource;
import dev.gale.runtime.code.SafeNames;
import dev.gale.spi.plugin.EngineException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Fetches code from whoever has it. What is done for one topology is done in the order in which it was asked for; different topologies
 * do not wait for each other, as far as the executor has threads.
 */
public final class SupervisorCode implements CodeStore, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SupervisorCode.class);

    private final CodeDirectory directory;
    private final CodeFetcher fetcher;
    private final Executor executor;

    /** What was asked for last, by topology, while it is under way. Guarded by this. */
    private final Map<String, Job> jobs = new HashMap<>();

    /**
     * @param sources where code may be now, in the order in which they are asked
     * @param executor may block; the caller ends it, after {@link #close}
     */
    public SupervisorCode(CodeDirectory directory, Supplier<List<CodeSource>> sources, Executor executor) {
        this.directory = directory;
        fetcher = new CodeFetcher(directory, sources);
        this.executor = executor;
    }

    @Override
    public SortedMap<String, String> findCode() {
        return directory.whole();
    }

    @Override
    public CompletionStage<Void> fetch(String topology, String digest) {
        try {
            SafeNames.topologyId(topology);
            SafeNames.digest(digest);
        } catch (EngineException e) {
            return CompletableFuture.failedStage(e);
        }
        return next(topology, digest, () -> fetcher.fetch(topology, digest)).minimalCompletionStage();
    }

    @Override
    public void delete(String topology) {
        SafeNames.topologyId(topology);
        next(topology, null, () -> directory.delete(topology)).whenComplete((nothing, failure) -> {
            if (failure != null && !fetcher.isClosed()) {
                LOG.warn("topology={} its code cannot be removed: {}", topology, failure.toString());
            }
        });
    }

    @Override
    public boolean isWhole(String topology, String digest) {
        return directory.isWhole(topology, digest);
    }

    /** Breaks off what is under way, soon; does not wait. Nothing is left half done. */
    @Override
    public void close() {
        fetcher.close();
    }

    /** @param fetched the digest, if this is a fetch: one that is under way already is not begun again */
    private CompletableFuture<Void> next(String topology, @Nullable String fetched, Runnable work) {
        Job job;
        synchronized (this) {
            Job before = jobs.get(topology);
            // One that has ended may still be here for a moment: its failure is no answer to who asks again.
            if (before != null
                    && fetched != null
                    && fetched.equals(before.fetched())
                    && !before.done().isDone()) {
                return before.done();
            }
            CompletableFuture<Void> free = before == null
                    ? CompletableFuture.completedFuture(null)
                    : before.done().handle((nothing, failure) -> null);
            job = new Job(fetched, free.thenRunAsync(work, executor));
            jobs.put(topology, job);
        }
        // Not under the lock: what is done already calls back at once.
        job.done().whenComplete((nothing, failure) -> forget(topology, job));
        return job.done();
    }

    private synchronized void forget(String topology, Job job) {
        jobs.remove(topology, job);
    }

    private record Job(@Nullable String fetched, CompletableFuture<Void> done) {}
}
