package dev.gale.tck.transport;

import dev.gale.spi.transport.LinkListener;
import dev.gale.spi.transport.PeerIdentity;
import dev.gale.tck.Patience;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Keeps what a link was told, frames only as a number, for the tests of an adapter. Thread-safe. */
public final class Ear implements LinkListener {
    private final Patience patience = Patience.fromSystemProperty();

    // Guarded by this.
    private final List<String> reasons = new ArrayList<>();
    private int connected;
    private int writable;
    private long frames;
    private long framesLost;

    private volatile Consumer<ByteBuffer> onFrame = frame -> {};

    public Ear onFrame(Consumer<ByteBuffer> action) {
        onFrame = action;
        return this;
    }

    @Override
    public synchronized void connected(PeerIdentity peer) {
        connected++;
        notifyAll();
    }

    @Override
    public void frame(ByteBuffer frame) {
        onFrame.accept(frame);
        synchronized (this) {
            frames++;
            notifyAll();
        }
    }

    @Override
    public synchronized void writable() {
        writable++;
        notifyAll();
    }

    @Override
    public synchronized void disconnected(String reason, long lost) {
        reasons.add(reason);
        framesLost += lost;
        notifyAll();
    }

    public synchronized int connections() {
        return connected;
    }

    public synchronized int wakeUps() {
        return writable;
    }

    public synchronized long frames() {
        return frames;
    }

    public synchronized long framesLost() {
        return framesLost;
    }

    public synchronized List<String> reasons() {
        return List.copyOf(reasons);
    }

    public void awaitConnected(int times) {
        patience.until(this, times + " connections; " + this, () -> connected >= times);
    }

    public void awaitWritable(int times) {
        patience.until(this, times + " wake-ups; " + this, () -> writable >= times);
    }

    public void awaitWritableOrEnd(int times) {
        patience.until(this, times + " wake-ups, or the end; " + this, () -> writable >= times || !reasons.isEmpty());
    }

    public void awaitDisconnected(int times) {
        patience.until(this, times + " ends; " + this, () -> reasons.size() >= times);
    }

    public void awaitFrames(long count) {
        patience.until(this, count + " frames; " + this, () -> frames >= count);
    }

    @Override
    public synchronized String toString() {
        return connected + " connected, " + frames + " frames, ends: " + reasons;
    }
}
