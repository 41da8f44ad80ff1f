package com.example.directory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Files of one client that a test can take away from it. */
final class FaultyFiles extends StateFiles {
    private volatile boolean away;
    private volatile boolean losesNextAnswer;

    FaultyFiles(Path directory) {
        super(directory);
    }

    void takeAway() {
        away = true;
    }

    void giveBack() {
        away = false;
    }

    /** What is published next is, and the client is told that it failed. */
    void loseNextAnswer() {
        losesNextAnswer = true;
    }

    @Override
    State newest(State known) throws IOException {
        rejectAway();
        return super.newest(known);
    }

    @Override
    boolean publish(State before, State next) throws IOException {
        rejectAway();
        boolean published = super.publish(before, next);
        if (losesNextAnswer && published) {
            losesNextAnswer = false;
            throw new IOException("the answer is lost");
        }
        return published;
    }

    @Override
    void beat(String session, long number) throws IOException {
        rejectAway();
        super.beat(session, number);
    }

    @Override
    Optional<Long> lastBeat(String session) throws IOException {
        rejectAway();
        return super.lastBeat(session);
    }

    @Override
    void forgetBeats(String session) throws IOException {
        rejectAway();
        super.forgetBeats(session);
    }

    private void rejectAway() throws IOException {
        if (away) {
            throw new IOException("the directory is away");
        }
    }
}
