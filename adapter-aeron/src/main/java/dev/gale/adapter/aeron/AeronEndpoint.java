package dev.gale.adapter.aeron;

import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import dev.gale.spi.transport.Endpoint;
import dev.gale.spi.transport.Link;
import dev.gale.spi.transport.LinkListener;
import dev.gale.spi.transport.PeerIdentity;
import io.aeron.Aeron;
import io.aeron.Image;
import io.aeron.exceptions.AeronException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.agrona.concurrent.IdleStrategy;
import org.jspecify.annotations.Nullable;

/** A listening end: its one thread, its links, and the streams that reach it. */
final class AeronEndpoint implements Endpoint, Runnable {
    private static final int MOST_PORTS = 16;
    private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

    private final AeronTransport transport;
    private final TransportKit kit;
    private final PeerIdentity self;
    private final byte[] secret;
    private final SecureRandom nonces = new SecureRandom();
    private final LongSupplier clock;
    private final PortLock lock;
    private final Streams streams;
    private final List<AeronLink> links = new CopyOnWriteArrayList<>();
    private final Queue<Runnable> requests = new ConcurrentLinkedQueue<>();
    private final Thread thread;

    /** Null while no media driver answers. */
    private @Nullable Subscriptions subscriptions;

    private long nextRetryNanos;

    /** No link is added any more; guarded by this. */
    private boolean closed;

    /** All links are closed, and the thread is to end when it has told their peers. */
    private volatile boolean ending;

    /** Listens when it returns, or throws. */
    AeronEndpoint(AeronTransport transport, TransportKit kit, Address wanted, PeerIdentity self, byte[] secret) {
        this.transport = transport;
        this.kit = kit;
        this.self = self;
        this.secret = secret;
        this.clock = kit.context().nanoClock();
        this.streams = new Streams(this, secret, kit);
        this.lock = listen(wanted);
        this.thread = kit.context().threadFactory("endpoint").newThread(this);
        thread.start();
    }

    /** A free port need not be free for datagrams too; then another one will do. */
    private PortLock listen(Address wanted) {
        Aeron client = kit.clients().require();
        int tries = wanted.port() == 0 ? MOST_PORTS : 1;
        while (true) {
            PortLock taken = PortLock.take(wanted);
            try {
                subscriptions = subscribe(client, taken.address());
                return taken;
            } catch (AeronException e) {
                taken.close();
                if (--tries == 0) {
                    throw new EngineException(
                            client.isClosed() ? Category.UNAVAILABLE : Category.REJECTED,
                            taken.address() + " cannot be bound: " + e.getMessage(),
                            e);
                }
            }
        }
    }

    private Subscriptions subscribe(Aeron client, Address address) {
        return new Subscriptions(client, address, self, kit.settings().streams().ipc());
    }

    @Override
    public String address() {
        return lock.address().toString();
    }

    PeerIdentity self() {
        return self;
    }

    int maxFrameBytes() {
        return kit.settings().maxFrameBytes();
    }

    Tally tally() {
        return kit.tally();
    }

    List<AeronLink> links() {
        return links;
    }

    boolean onTransportThread() {
        return transport.onOwnThread();
    }

    boolean isThread(Thread candidate) {
        return thread == candidate;
    }

    boolean isOver() {
        return thread.getState() == Thread.State.TERMINATED;
    }

    void onFault(String what, Throwable thrown) {
        kit.context().onError(what, thrown);
    }

    @Override
    public Link link(String peerAddress, PeerIdentity peer, LinkListener listener) {
        Address parsed = Address.parse(peerAddress);
        if (self.group().equals(peer.group()) && self.endpoint().equals(peer.endpoint())) {
            throw new IllegalArgumentException("a link from " + self.endpoint() + " to itself");
        }
        Introduction.of(new byte[Introduction.NONCE_BYTES], self, peer, false, secret);
        AeronLink link;
        synchronized (this) {
            if (closed) {
                throw new IllegalStateException("endpoint " + self.endpoint() + " is closed");
            }
            for (AeronLink other : links) {
                if (sameButIncarnation(other.peer(), peer)) {
                    throw new IllegalArgumentException("there is an open link to " + other.peer() + " already");
                }
            }
            link = new AeronLink(this, parsed, peer, listener, kit, clock.getAsLong());
            links.add(link);
        }
        request(() -> streams.declared(link));
        return link;
    }

    private static boolean sameButIncarnation(PeerIdentity one, PeerIdentity other) {
        return one.group().equals(other.group())
                && one.endpoint().equals(other.endpoint())
                && one.generation() == other.generation();
    }

    /** From any thread: the link is closed. */
    void forget(AeronLink link) {
        if (links.remove(link)) {
            request(() -> link.retire(clock.getAsLong()));
        }
    }

    private void request(Runnable what) {
        requests.add(what);
        LockSupport.unpark(thread);
    }

    /** Where the peer listens in shared memory, when it is at our media driver and we want that. */
    OptionalInt ipcStream(Aeron client, PeerIdentity peer) {
        return kit.settings().streams().ipc()
                ? Presence.find(client, peer.group(), peer.endpoint())
                : OptionalInt.empty();
    }

    Attempt attempt(Aeron client, Address address, PeerIdentity peer, boolean challenge) {
        byte[] nonce = new byte[Introduction.NONCE_BYTES];
        nonces.nextBytes(nonce);
        OptionalInt ipc = ipcStream(client, peer);
        return new Attempt(
                client,
                Introduction.of(nonce, self, peer, challenge, secret),
                secret,
                ipc,
                Subscriptions.sending(
                        ipc.isPresent() ? null : address, kit.settings().streams()),
                ipc.orElse(Subscriptions.UDP_STREAM));
    }

    Connection connection(AeronLink link, PeerIdentity peer, Outlet outlet, Inbound inbound) {
        return new Connection(link, peer, outlet, inbound, kit.settings(), clock.getAsLong());
    }

    @Override
    public void run() {
        try {
            work();
        } catch (Error e) {
            // Nobody knows what is half done; peers find that this end is gone, and our own links lose what they had.
            onFault("the thread of " + this, e);
            synchronized (this) {
                closed = true;
            }
            links.forEach(this::abandon);
        } finally {
            end();
        }
    }

    private void abandon(AeronLink link) {
        try {
            link.abandon("the thread of " + this + " has ended by an error");
        } catch (RuntimeException | Error e) {
            onFault("the end of " + link, e);
        }
    }

    private void work() {
        IdleStrategy idle = Driver.idling(kit.settings().times().park());
        while (!ending) {
            int work = 1;
            try {
                work = step();
            } catch (RuntimeException e) {
                if (subscriptions == null || !subscriptions.client().isClosed()) {
                    onFault("the thread of " + this, e);
                }
                LockSupport.parkNanos(RETRY_NANOS);
            }
            idle.idle(work);
        }
    }

    private int step() {
        int work = 0;
        for (Runnable request = requests.poll(); request != null; request = requests.poll()) {
            request.run();
            work++;
        }
        long now = clock.getAsLong();
        Subscriptions listening = listening(now);
        if (listening == null) {
            return work;
        }
        for (Image image = listening.arrival(); image != null; image = listening.arrival()) {
            streams.add(image, now);
            work++;
        }
        work += streams.poll(now);
        for (AeronLink link : links) {
            work += link.work(listening.client(), now) ? 1 : 0;
        }
        return work;
    }

    private @Nullable Subscriptions listening(long nowNanos) {
        if (subscriptions != null && subscriptions.client().isClosed()) {
            subscriptions = null;
            streams.clear();
            links.forEach(link -> link.clientLost(nowNanos));
            nextRetryNanos = nowNanos;
        }
        if (subscriptions == null && nextRetryNanos - nowNanos <= 0) {
            nextRetryNanos = nowNanos + RETRY_NANOS;
            subscriptions = subscribeAgain();
        }
        return subscriptions;
    }

    private @Nullable Subscriptions subscribeAgain() {
        try {
            Optional<Aeron> client = kit.clients().current();
            return client.isEmpty() ? null : subscribe(client.get(), lock.address());
        } catch (AeronException e) {
            tally().fault(toString(), e);
            return null;
        }
    }

    private void end() {
        try {
            for (Runnable request = requests.poll(); request != null; request = requests.poll()) {
                request.run();
            }
            streams.clear();
            if (subscriptions != null && !subscriptions.client().isClosed()) {
                subscriptions.close();
            }
        } catch (AeronException e) {
            tally().fault("the end of " + this, e);
        } finally {
            lock.close();
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        for (AeronLink link : links) {
            link.close();
        }
        ending = true;
        LockSupport.unpark(thread);
        if (!onTransportThread()) {
            join();
        }
    }

    void join() {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public String toString() {
        return "endpoint " + self.endpoint();
    }
}
