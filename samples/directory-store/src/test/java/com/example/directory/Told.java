package com.example.directory;

import dev.gale.spi.metadata.SessionListener;

/** Waits to hear of a suspension. */
record Told(Runnable onSuspended) implements SessionListener {
    @Override
    public void suspended() {
        onSuspended.run();
    }

    @Override
    public void resumed() {
        // Not waited for.
    }

    @Override
    public void ended() {
        // Not waited for.
    }

    @Override
    public void renewed(String sessionId) {
        // Not waited for.
    }
}
