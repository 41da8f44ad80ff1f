package dev.gale.adapter.etcd;

import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.Watcher;
import dev.gale.spi.plugin.PluginContext;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** All watches of a store. */
final class Watches {
    private final TaskThread thread;
    private final Supplier<Optional<Calls>> calls;
    private final Runnable doubt;
    private final Failures failures;
    private final PluginContext context;
    private final List<EtcdWatch> watches = new CopyOnWriteArrayList<>();

    /**
     * @param calls how to read; none while there is no session
     * @param doubt called when a member does not answer
     */
    Watches(
            TaskThread thread,
            Supplier<Optional<Calls>> calls,
            Runnable doubt,
            Failures failures,
            PluginContext context) {
        this.thread = thread;
        this.calls = calls;
        this.doubt = doubt;
        this.failures = failures;
        this.context = context;
    }

    EtcdWatch open(Key prefix, Watcher watcher) {
        EtcdWatch watch = new EtcdWatch(prefix, watcher, this, thread);
        watches.add(watch);
        thread.execute(watch::synchronize);
        return watch;
    }

    Optional<Calls> calls() {
        return calls.get();
    }

    void doubt() {
        doubt.run();
    }

    /** A key or a watch that cannot be told of. */
    void report(Key key, Throwable failure) {
        String what = "watch of " + key;
        context.onError(what, failures.of(what, failure));
    }

    /** The session goes on, or there is a new one. On the store's thread. */
    void synchronizeAll() {
        watches.forEach(EtcdWatch::synchronize);
    }

    void closeAll() {
        watches.forEach(EtcdWatch::close);
    }

    void remove(EtcdWatch watch) {
        watches.remove(watch);
    }
}
