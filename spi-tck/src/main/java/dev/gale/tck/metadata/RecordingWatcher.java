package dev.gale.tck.metadata;

import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.Versioned;
import dev.gale.spi.metadata.Watcher;
import dev.gale.tck.Patience;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Keeps the picture that a watcher has, what it was told of each key, and how often it was in step. */
final class RecordingWatcher implements Watcher {
    private final Patience patience;
    private final Map<Key, String> picture = new TreeMap<>();
    private final Map<Key, List<String>> told = new TreeMap<>();
    private int synced;
    private int calls;
    private boolean busy;
    private boolean overlapped;
    private volatile Runnable onPut = () -> {};

    RecordingWatcher(Patience patience) {
        this.patience = patience;
    }

    /** What to do at every put beside recording it, on the store's thread. */
    void onPut(Runnable action) {
        onPut = action;
    }

    @Override
    public void put(Versioned state) {
        begin();
        synchronized (this) {
            String text = state.value().utf8();
            picture.put(state.key(), text);
            told.computeIfAbsent(state.key(), unused -> new ArrayList<>()).add(text);
        }
        try {
            onPut.run();
        } finally {
            end();
        }
    }

    @Override
    public void deleted(Key key) {
        begin();
        synchronized (this) {
            picture.remove(key);
            told.computeIfAbsent(key, unused -> new ArrayList<>()).add("deleted");
        }
        end();
    }

    @Override
    public void synced() {
        begin();
        synchronized (this) {
            synced++;
        }
        end();
    }

    private synchronized void begin() {
        overlapped |= busy;
        busy = true;
        calls++;
    }

    private synchronized void end() {
        busy = false;
        notifyAll();
    }

    synchronized Map<Key, String> picture() {
        return new TreeMap<>(picture);
    }

    synchronized List<String> told(Key key) {
        return List.copyOf(told.getOrDefault(key, List.of()));
    }

    synchronized int calls() {
        return calls;
    }

    synchronized int timesSynced() {
        return synced;
    }

    synchronized boolean overlapped() {
        return overlapped;
    }

    void awaitSynced(int times) {
        patience.until(this, "synced " + times + " times", () -> synced >= times);
    }

    void awaitPicture(Map<Key, String> expected) {
        patience.until(this, "the picture " + expected, () -> picture.equals(expected));
    }
}
