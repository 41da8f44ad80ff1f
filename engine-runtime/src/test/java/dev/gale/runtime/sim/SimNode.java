package dev.gale.runtime.sim;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;

/** One process: what it runs waits while it is paused, and is dropped once it is dead. */
final class SimNode implements Executor {
    private final Sim sim;
    private final String name;
    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private final long clockOffset;
    private boolean alive = true;
    private boolean paused;

    SimNode(Sim sim, String name) {
        this.sim = sim;
        this.name = name;
        clockOffset = sim.random().nextLong();
    }

    @Override
    public void execute(Runnable action) {
        after(0, action);
    }

    void after(long nanos, Runnable action) {
        sim.after(nanos, () -> arrive(action));
    }

    /** Again and again, as long as it lives. */
    void every(long nanos, Runnable action) {
        after(nanos, () -> {
            action.run();
            every(nanos, action);
        });
    }

    /** A clock of its own: only differences mean something. */
    long nanoTime() {
        return sim.nowNanos() + clockOffset;
    }

    void pause() {
        paused = true;
    }

    void resume() {
        paused = false;
        Deque<Runnable> due = new ArrayDeque<>(waiting);
        waiting.clear();
        due.forEach(action -> sim.after(0, () -> arrive(action)));
    }

    void crash() {
        alive = false;
        waiting.clear();
    }

    boolean isAlive() {
        return alive;
    }

    boolean isRunning() {
        return alive && !paused;
    }

    @Override
    public String toString() {
        return name;
    }

    private void arrive(Runnable action) {
        if (alive && paused) {
            waiting.add(action);
        } else if (alive) {
            action.run();
        }
    }
}
