package dev.gale.tck.metadata;

import dev.gale.spi.metadata.SessionListener;
import dev.gale.tck.Patience;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Keeps what a session's listener was told, as words. */
final class RecordingSession implements SessionListener {
    private final Patience patience;
    private final List<String> told = new ArrayList<>();
    private String renewedAs = "";
    private volatile Runnable onChange = () -> {};

    RecordingSession(Patience patience) {
        this.patience = patience;
    }

    /** What to do after every word, without this object's monitor. */
    void onChange(Runnable action) {
        onChange = action;
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
        synchronized (this) {
            renewedAs = sessionId;
        }
        tell("renewed");
    }

    private void tell(String word) {
        synchronized (this) {
            told.add(word);
            notifyAll();
        }
        onChange.run();
    }

    synchronized List<String> told() {
        return List.copyOf(told);
    }

    synchronized String renewedAs() {
        return renewedAs;
    }

    void await(String word) {
        await(word, 1);
    }

    void await(String word, int times) {
        patience.until(this, word + " " + times + " times", () -> Collections.frequency(told, word) >= times);
    }
}
