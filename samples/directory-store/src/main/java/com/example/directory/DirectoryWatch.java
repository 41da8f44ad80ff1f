package com.example.directory;

import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.Registration;
import dev.gale.spi.metadata.Version;
import dev.gale.spi.metadata.Versioned;
import dev.gale.spi.metadata.Watcher;
import dev.gale.spi.plugin.PluginContext;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Tells a watcher the difference between what it was told and a newer state. Told by the store's thread alone. */
final class DirectoryWatch implements Registration {
    private final Key prefix;
    private final Watcher watcher;
    private final Callbacks callbacks;
    private final Map<Key, Version> told = new HashMap<>();
    private long toldRevision = -1;
    private boolean outOfStep = true;

    DirectoryWatch(Key prefix, Watcher watcher, PluginContext context) {
        this.prefix = prefix;
        this.watcher = watcher;
        callbacks = new Callbacks(context);
    }

    /** There was a gap: when it is told the next time, it is told that it is in step again. */
    void onGap() {
        outOfStep = true;
    }

    void tell(State state) {
        if (state.revision() != toldRevision) {
            toldRevision = state.revision();
            Set<Key> gone = new HashSet<>(told.keySet());
            for (Versioned each : state.under(prefix)) {
                gone.remove(each.key());
                if (!each.version().equals(told.put(each.key(), each.version()))) {
                    call(() -> watcher.put(each));
                }
            }
            for (Key key : gone) {
                told.remove(key);
                call(() -> watcher.deleted(key));
            }
        }
        if (outOfStep) {
            outOfStep = false;
            call(watcher::synced);
        }
    }

    boolean isClosed() {
        return callbacks.isClosed();
    }

    @Override
    public void close() {
        callbacks.close();
    }

    private void call(Runnable callback) {
        callbacks.call("watcher of " + prefix, callback);
    }
}
