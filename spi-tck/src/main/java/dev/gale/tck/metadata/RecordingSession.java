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

    RecordingSession(Patience patience) {
        this.patience = patience;
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
    public synchronized void renewed(String sessionId) {
        renewedAs = sessionId;
        tell("renewed");
    }

    private synchronized void tell(String word) {
        told.add(word);
        notifyAll();
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
