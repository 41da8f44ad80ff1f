package dev.gale.tck.metadata;

import dev.gale.spi.metadata.Candidate;
import dev.gale.spi.metadata.Leadership;
import dev.gale.tck.Patience;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Keeps the leaderships that a candidate had, and whether it has one. */
final class RecordingCandidate implements Candidate {
    private final Patience patience;
    private final List<Leadership> leaderships = new ArrayList<>();
    private int deposed;
    private boolean leads;
    private boolean outOfStep;
    private volatile Runnable onChange = () -> {};

    RecordingCandidate(Patience patience) {
        this.patience = patience;
    }

    /** What to do after every change, without this object's monitor. */
    void onChange(Runnable action) {
        onChange = action;
    }

    @Override
    public void elected(Leadership leadership) {
        synchronized (this) {
            outOfStep |= leads;
            leads = true;
            leaderships.add(leadership);
            notifyAll();
        }
        onChange.run();
    }

    @Override
    public void deposed(String reason) {
        synchronized (this) {
            outOfStep |= !leads || reason.isBlank();
            leads = false;
            deposed++;
            notifyAll();
        }
        onChange.run();
    }

    Leadership awaitElected(int times) {
        patience.until(this, "elected " + times + " times", () -> leaderships.size() >= times);
        return leaderships().get(times - 1);
    }

    void awaitDeposed(int times) {
        patience.until(this, "deposed " + times + " times", () -> deposed >= times);
    }

    synchronized List<Leadership> leaderships() {
        return List.copyOf(leaderships);
    }

    synchronized Optional<Leadership> held() {
        return leads ? Optional.of(leaderships.get(leaderships.size() - 1)) : Optional.empty();
    }

    synchronized int timesDeposed() {
        return deposed;
    }

    /** True when elected and deposed did not alternate. */
    synchronized boolean outOfStep() {
        return outOfStep;
    }
}
