package dev.gale.adapter.memory;

import dev.gale.spi.transport.Endpoint;
import dev.gale.spi.transport.Link;
import dev.gale.spi.transport.LinkListener;
import dev.gale.spi.transport.PeerIdentity;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;

/** A listening end, with the thread that serves its links. The thread parks when no link wants a turn. */
final class MemoryEndpoint implements Endpoint, Runnable {
    private final MemoryTransport transport;
    private final String address;
    private final PeerIdentity self;
    private final byte[] secret;
    private final Thread thread;
    private final Queue<MemoryLink> turns = new ConcurrentLinkedQueue<>();
    private volatile boolean parked;
    private volatile boolean stopped;

    /** Guarded by the transport's lock. */
    private final List<MemoryLink> links = new ArrayList<>();

    MemoryEndpoint(MemoryTransport transport, String address, PeerIdentity self, byte[] secret, ThreadFactory threads) {
        this.transport = transport;
        this.address = address;
        this.self = self;
        this.secret = secret.clone();
        this.thread = threads.newThread(this);
    }

    void start() {
        thread.start();
    }

    @Override
    public String address() {
        return address;
    }

    PeerIdentity self() {
        return self;
    }

    byte[] secret() {
        return secret;
    }

    List<MemoryLink> links() {
        return links;
    }

    boolean isOver() {
        return stopped && !thread.isAlive();
    }

    boolean isRunBy(Thread candidate) {
        return thread == candidate;
    }

    @Override
    public Link link(String peerAddress, PeerIdentity peer, LinkListener listener) {
        return transport.declare(this, peerAddress, peer, listener);
    }

    /** From any thread: this link wants a turn. */
    void serve(MemoryLink link) {
        turns.add(link);
        if (parked) {
            LockSupport.unpark(thread);
        }
    }

    @Override
    public void run() {
        while (!stopped) {
            MemoryLink link = turns.poll();
            if (link != null) {
                serveNow(link);
            } else {
                parkUntilServed();
            }
        }
    }

    /** Whatever goes wrong with one link, the others are served. */
    private void serveNow(MemoryLink link) {
        try {
            link.serve();
        } catch (RuntimeException | Error e) {
            transport.onFault("delivery to the link to " + link.peer().endpoint(), e);
        }
    }

    /** Says that it parks before it looks a last time, so that whoever adds a turn after that look wakes it. */
    private void parkUntilServed() {
        parked = true;
        if (turns.isEmpty() && !stopped) {
            LockSupport.park(this);
        }
        parked = false;
    }

    @Override
    public void close() {
        for (MemoryLink link : transport.forget(this)) {
            link.close();
        }
        stopped = true;
        LockSupport.unpark(thread);
        if (!transport.onDeliveryThread()) {
            join();
        }
    }

    private void join() {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
