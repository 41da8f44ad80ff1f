package dev.gale.adapter.aeron;

import dev.gale.spi.transport.LinkListener;
import dev.gale.spi.transport.PeerIdentity;
import dev.gale.tck.Patience;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** What a link was told; frames only as a number. */
final class Ear implements LinkListener {
    private final Patience patience = Patience.fromSystemProperty();

    // Guarded by this.
    private final List<String> reasons = new ArrayList<>();
    private int connected;
    private int writable;
    private long frames;
    private long framesLost;

    private volatile Consumer<ByteBuffer> onFrame = frame -> {};

    Ear onFrame(Consumer<ByteBuffer> action) {
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

    synchronized int connections() {
        return connected;
    }

    synchronized int wakeUps() {
        return writable;
    }

    synchronized long frames() {
        return frames;
    }

    synchronized long framesLost() {
        return framesLost;
    }

    synchronized List<String> reasons() {
        return List.copyOf(reasons);
    }

    void awaitConnected(int times) {
        patience.until(this, times + " connections; " + this, () -> connected >= times);
    }

    void awaitWritable(int times) {
        patience.until(this, times + " wake-ups; " + this, () -> writable >= times);
    }

    void awaitWritableOrEnd(int times) {
        patience.until(this, times + " wake-ups, or the end; " + this, () -> writable >= times || !reasons.isEmpty());
    }

    void awaitDisconnected(int times) {
        patience.until(this, times + " ends; " + this, () -> reasons.size() >= times);
    }

    void awaitFrames(long count) {
        patience.until(this, count + " frames; " + this, () -> frames >= count);
    }

    @Override
    public synchronized String toString() {
        return connected + " connected, " + frames + " frames, ends: " + reasons;
    }
}
