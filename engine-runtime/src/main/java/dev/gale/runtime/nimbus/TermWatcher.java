package dev.gale.runtime.nimbus;

import dev.gale.engine.nimbus.NimbusMachine;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.Versioned;
import dev.gale.spi.metadata.Watcher;
import java.util.concurrent.Executor;

/** Brings what the store says during one term to the control thread. What arrives there after the term's end is not for the next one. */
final class TermWatcher implements Watcher {
    private final Term term;
    private final ClusterImage image;
    private final NimbusMachine machine;
    private final Executor control;

    TermWatcher(Term term, ClusterImage image, NimbusMachine machine, Executor control) {
        this.term = term;
        this.image = image;
        this.machine = machine;
        this.control = control;
    }

    @Override
    public void put(Versioned state) {
        duringTerm(() -> image.put(state));
    }

    @Override
    public void deleted(Key key) {
        duringTerm(() -> image.deleted(key));
    }

    @Override
    public void synced() {
        duringTerm(machine::synced);
    }

    private void duringTerm(Runnable action) {
        control.execute(() -> {
            if (!term.isOver()) {
                action.run();
            }
        });
    }
}
