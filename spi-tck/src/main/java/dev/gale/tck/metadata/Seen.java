package dev.gale.tck.metadata;

import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.SessionListener;
import dev.gale.spi.metadata.Versioned;
import dev.gale.spi.metadata.Watcher;
import dev.gale.tck.Patience;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Keeps what a watcher and a session's listener were told, for the tests of an adapter. Thread-safe. */
public final class Seen implements Watcher, SessionListener {
    private final Patience patience = Patience.fromSystemProperty();
    private final Map<Key, String> picture = new TreeMap<>();
    private final List<String> events = new ArrayList<>();
    private int synced;
    private int puts;
    private Runnable onPut = () -> {};

    /** What to do at each put, beside keeping it; without this object's monitor. */
    public Seen onPut(Runnable action) {
        onPut = action;
        return this;
    }

    @Override
    public void put(Versioned state) {
        synchronized (this) {
            picture.put(state.key(), state.value().utf8());
            puts++;
            notifyAll();
        }
        onPut.run();
    }

    @Override
    public synchronized void deleted(Key key) {
        picture.remove(key);
        notifyAll();
    }

    @Override
    public synchronized void synced() {
        synced++;
        notifyAll();
    }

    @Override
    public void suspended() {
        tell("suspended");
    }

    @Override
    public void resumed() {
        tell("resumed");
    }

    @Override
    public void ended() {
        tell("ended");
    }

    @Override
    public void renewed(String sessionId) {
        tell("renewed");
    }

    private synchronized void tell(String event) {
        events.add(event);
        notifyAll();
    }

    public synchronized List<String> events() {
        return List.copyOf(events);
    }

    public synchronized boolean has(Key key) {
        return picture.containsKey(key);
    }

    public synchronized int puts() {
        return puts;
    }

    public void awaitEvent(String event) {
        awaitEvent(event, 1);
    }

    public void awaitEvent(String event, int times) {
        patience.until(this, event, () -> Collections.frequency(events, event) >= times);
    }

    /** Returns when the last that it was told is that its session is suspended. */
    public void awaitSuspended() {
        patience.until(
                this,
                "suspended",
                () -> !events.isEmpty() && events.get(events.size() - 1).equals("suspended"));
    }

    public void awaitSynced(int times) {
        patience.until(this, "synced " + times + " times", () -> synced >= times);
    }

    public void awaitPicture(Map<Key, String> expected) {
        patience.until(this, "the picture " + expected, () -> picture.equals(expected));
    }
}
