package dev.gale.adapter.zookeeper;

import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.Registration;
import dev.gale.spi.metadata.Version;
import dev.gale.spi.metadata.Versioned;
import dev.gale.spi.metadata.Watcher;
import dev.gale.spi.plugin.EngineException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * One watch. An event only says where to look. So what is kept is which keys to look at, which is bounded however slow
 * the watcher is, and which versions it knows, so that it is told the difference; versions never come back, so a key that
 * was created again is a difference. One look at a time; it reads those keys or, after a gap, all of them.
 */
final class ZookeeperWatch implements Registration {
    private static final Duration RETRY = Duration.ofMillis(500);
    private static final Duration RETRY_OF_THE_REFUSED = Duration.ofSeconds(10);

    private final Key prefix;
    private final Watcher watcher;
    private final Watches watches;
    private final StoreThread thread;
    private final CallbackGate gate = new CallbackGate();

    // Guarded by this: where to look.
    private Set<Key> dirty = new LinkedHashSet<>();
    private boolean everything;
    private boolean due;

    // On the store's thread alone: what the watcher was told.
    private final Map<Key, Version> known = new HashMap<>();
    private boolean looking;

    ZookeeperWatch(Key prefix, Watcher watcher, Watches watches, StoreThread thread) {
        this.prefix = prefix;
        this.watcher = watcher;
        this.watches = watches;
        this.thread = thread;
    }

    String path() {
        return Paths.path(prefix);
    }

    /** From any thread. */
    synchronized void onChanged(Key key) {
        if (prefix.covers(key)) {
            dirty.add(key);
            schedule();
        }
    }

    /** Tells everything that the watcher does not know, and that it is in step. From any thread. */
    synchronized void synchronize() {
        everything = true;
        schedule();
    }

    private synchronized void schedule() {
        if (!due) {
            due = true;
            thread.execute(this::look);
        }
    }

    private synchronized boolean isDirty() {
        return everything || !dirty.isEmpty();
    }

    private void look() {
        Set<Key> keys;
        boolean all;
        Optional<Handle> session = watches.session();
        synchronized (this) {
            due = false;
            if (looking || session.isEmpty() || gate.isClosed()) {
                // The end of the look under way, or of the next session's begin, leads here again.
                return;
            }
            keys = dirty;
            all = everything;
            dirty = new LinkedHashSet<>();
            everything = false;
        }
        looking = true;
        CompletableFuture<Void> looked = all ? lookAtAll(session.get()) : lookAt(session.get(), keys);
        looked.whenComplete((nothing, failure) -> onLooked(failure));
    }

    private void onLooked(@Nullable Throwable failure) {
        looking = false;
        if (failure != null) {
            synchronized (this) {
                everything = true;
            }
            boolean unavailable = Failures.isUnavailable(failure);
            if (!unavailable) {
                watches.report(prefix, failure);
            }
            thread.after(unavailable ? RETRY : RETRY_OF_THE_REFUSED, this::schedule);
        } else if (isDirty()) {
            schedule();
        }
    }

    private CompletableFuture<Void> lookAt(Handle session, Set<Key> keys) {
        return all(keys.stream().map(key -> read(session, key)).toList()).thenApply(contents -> null);
    }

    private CompletableFuture<Void> lookAtAll(Handle session) {
        Set<Key> seen = new HashSet<>();
        return watches.arm(path(), session)
                .thenCompose(armed -> readTree(session, path(), seen))
                .thenRun(() -> {
                    List<Key> gone = known.keySet().stream()
                            .filter(key -> !seen.contains(key))
                            .sorted()
                            .toList();
                    gone.forEach(key -> tell(key, Optional.empty()));
                    gate.pass(() -> thread.guard("watcher of " + prefix, watcher::synced));
                });
    }

    private CompletableFuture<Void> readTree(Handle session, String path, Set<Key> seen) {
        Optional<Key> key = Paths.key(path);
        if (key.isEmpty() || gate.isClosed()) {
            return CompletableFuture.completedFuture(null);
        }
        return read(session, key.get()).thenCompose(content -> {
            if (content.isEmpty()) {
                return CompletableFuture.completedFuture(null);
            }
            seen.add(key.get());
            if (content.get().stat().getNumChildren() == 0) {
                return CompletableFuture.completedFuture(null);
            }
            return session.children(path)
                    .thenCompose(names -> all(names.stream()
                            .sorted()
                            .map(name -> readTree(session, Paths.child(path, name), seen))
                            .toList()));
        });
    }

    /** Reads one node and tells what it found; empty when there is none, or none that this client may read. */
    private CompletableFuture<Optional<Handle.Content>> read(Handle session, Key key) {
        return session.content(Paths.path(key))
                .exceptionally(failure -> {
                    if (!Failures.isNotAllowed(failure)) {
                        throw new CompletionException(Failures.cause(failure));
                    }
                    watches.report(key, failure);
                    return Optional.empty();
                })
                .thenApply(content -> {
                    tell(key, content.flatMap(it -> decode(key, it)));
                    return content;
                });
    }

    private Optional<Versioned> decode(Key key, Handle.Content content) {
        try {
            return Envelope.decode(key, content.data(), content.stat());
        } catch (EngineException e) {
            watches.report(key, e);
            return Optional.empty();
        }
    }

    private void tell(Key key, Optional<Versioned> state) {
        if (gate.isClosed()) {
            return;
        }
        if (state.isPresent()) {
            Version version = state.get().version();
            if (!version.equals(known.put(key, version))) {
                gate.pass(() -> thread.guard("watcher of " + prefix, () -> watcher.put(state.get())));
            }
        } else if (known.remove(key) != null) {
            watches.onDeleted(key);
            gate.pass(() -> thread.guard("watcher of " + prefix, () -> watcher.deleted(key)));
        }
    }

    private static CompletableFuture<Void> all(List<? extends CompletableFuture<?>> answers) {
        return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new));
    }

    @Override
    public void close() {
        gate.close(!thread.isCurrent());
        watches.remove(this);
    }
}
