package dev.gale.tck.transport;

import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.transport.LinkListener;
import dev.gale.spi.transport.PeerIdentity;
import dev.gale.tck.Patience;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Keeps what a link was told, in order, and notices calls that overlap. */
final class RecordingListener implements LinkListener {
    /** What a link can be told. */
    sealed interface Event {
        record Connected(PeerIdentity peer) implements Event {}

        record Frame(Bytes content) implements Event {}

        record Writable() implements Event {}

        record Disconnected(String reason, long framesLost) implements Event {}
    }

    private final Patience patience;
    private final List<Event> events = new ArrayList<>();
    private final Map<Class<?>, Integer> counts = new HashMap<>();
    private volatile Consumer<ByteBuffer> onFrame = frame -> {};
    private volatile Consumer<PeerIdentity> onConnected = peer -> {};
    private boolean busy;
    private boolean overlapped;

    RecordingListener(Patience patience) {
        this.patience = patience;
    }

    /** What to do with a frame beside recording it, on the transport's thread. */
    void onFrame(Consumer<ByteBuffer> action) {
        onFrame = action;
    }

    void onConnected(Consumer<PeerIdentity> action) {
        onConnected = action;
    }

    @Override
    public void connected(PeerIdentity peer) {
        record(new Event.Connected(peer), () -> onConnected.accept(peer));
    }

    @Override
    public void frame(ByteBuffer frame) {
        record(new Event.Frame(Bytes.of(frame)), () -> onFrame.accept(frame));
    }

    @Override
    public void writable() {
        record(new Event.Writable(), () -> {});
    }

    @Override
    public void disconnected(String reason, long framesLost) {
        record(new Event.Disconnected(reason, framesLost), () -> {});
    }

    private void record(Event event, Runnable action) {
        synchronized (this) {
            overlapped |= busy;
            busy = true;
            events.add(event);
            counts.merge(event.getClass(), 1, Integer::sum);
            notifyAll();
        }
        try {
            action.run();
        } finally {
            synchronized (this) {
                busy = false;
                notifyAll();
            }
        }
    }

    synchronized boolean overlapped() {
        return overlapped;
    }

    synchronized List<Event> events() {
        return List.copyOf(events);
    }

    synchronized <E extends Event> List<E> events(Class<E> kind) {
        return events.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    synchronized <E extends Event> int count(Class<E> kind) {
        return counts.getOrDefault(kind, 0);
    }

    /** Waits for the {@code n}th event of a kind, counted from one, and answers it. */
    <E extends Event> E await(int n, Class<E> kind) {
        patience.until(this, n + " x " + kind.getSimpleName(), () -> count(kind) >= n);
        return events(kind).get(n - 1);
    }

    /** True when the {@code n}th event of a kind, counted from one, comes within a time that may pass without it. */
    synchronized boolean comes(int n, Class<? extends Event> kind, Duration within) {
        long deadline = System.nanoTime() + within.toNanos();
        while (count(kind) < n) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (left <= 0) {
                return false;
            }
            try {
                wait(left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("interrupted", e);
            }
        }
        return true;
    }

    PeerIdentity awaitConnected(int n) {
        return await(n, Event.Connected.class).peer();
    }

    Event.Disconnected awaitDisconnected(int n) {
        return await(n, Event.Disconnected.class);
    }

    List<Bytes> frames() {
        return events(Event.Frame.class).stream().map(Event.Frame::content).toList();
    }

    List<Bytes> awaitFrames(int n) {
        await(n, Event.Frame.class);
        return frames();
    }

    long framesLost() {
        return events(Event.Disconnected.class).stream()
                .mapToLong(Event.Disconnected::framesLost)
                .sum();
    }

    @Override
    public synchronized String toString() {
        return events.size() > 20
                ? events.size() + " events, last " + events.get(events.size() - 1)
                : events.toString();
    }
}
