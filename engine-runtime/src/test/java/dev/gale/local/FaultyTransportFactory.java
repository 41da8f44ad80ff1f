package dev.gale.local;

import dev.gale.adapter.memory.MemoryTransport;
import dev.gale.adapter.memory.MemoryTransportFactory;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.plugin.PluginContext;
import dev.gale.spi.transport.Endpoint;
import dev.gale.spi.transport.Link;
import dev.gale.spi.transport.LinkListener;
import dev.gale.spi.transport.PeerIdentity;
import dev.gale.spi.transport.SendResult;
import dev.gale.spi.transport.Transport;
import dev.gale.spi.transport.TransportFactory;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** The memory transport, with handles for a test to make faults: {@code transport: faulty} and a section {@code faulty} with a key. */
public final class FaultyTransportFactory implements TransportFactory {
    private static final Map<String, Faults> BY_KEY = new ConcurrentHashMap<>();

    /** For {@link java.util.ServiceLoader}. */
    public FaultyTransportFactory() {}

    /** The faults of the cluster that is started with this key. */
    static Faults faults(String key) {
        return BY_KEY.computeIfAbsent(key, k -> new Faults());
    }

    /** The config of a cluster for {@link #faults}. */
    static Map<String, Object> config(String key) {
        return Map.of(LocalCluster.TRANSPORT, "faulty", "faulty", Map.of("key", key));
    }

    @Override
    public String name() {
        return "faulty";
    }

    @Override
    public Transport open(ConfigSection section, PluginContext context) {
        Faults faults = faults(section.string("key"));
        section.rejectProblems();
        MemoryTransport memory = new MemoryTransportFactory().open(ConfigSection.empty("memory"), context);
        faults.memory = memory;
        return new Transport() {
            @Override
            public int maxFrameBytes() {
                return memory.maxFrameBytes();
            }

            @Override
            public Endpoint bind(String address, PeerIdentity self, byte[] secret) {
                if (faults.bindsToRefuse.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
                    throw new IllegalStateException("this bind was to fail");
                }
                if (!faults.addresses.contains(address)) {
                    faults.addresses.add(address);
                }
                return faults.around(memory.bind(address, self, secret));
            }

            @Override
            public void close() {
                memory.close();
            }
        };
    }

    /** What a test can do to one transport. */
    static final class Faults {
        final AtomicInteger bindsToRefuse = new AtomicInteger();
        final List<String> addresses = new CopyOnWriteArrayList<>();
        /** How long every frame is on its way, one after the other. */
        volatile long frameNanos;

        final AtomicInteger offersToBreak = new AtomicInteger();
        final AtomicInteger closesToBreak = new AtomicInteger();
        private volatile MemoryTransport memory;

        private Endpoint around(Endpoint endpoint) {
            return new Endpoint() {
                @Override
                public String address() {
                    return endpoint.address();
                }

                @Override
                public Link link(String address, PeerIdentity peer, LinkListener listener) {
                    return around(endpoint.link(address, peer, around(listener)));
                }

                @Override
                public void close() {
                    endpoint.close();
                    if (closesToBreak.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
                        throw new IllegalStateException("this close was to break");
                    }
                }
            };
        }

        private Link around(Link link) {
            return new Link() {
                @Override
                public SendResult offer(ByteBuffer frame) {
                    if (offersToBreak.get() > 0 && offersToBreak.getAndDecrement() > 0) {
                        throw new IllegalStateException("this offer was to break");
                    }
                    return link.offer(frame);
                }

                @Override
                public void close() {
                    link.close();
                }
            };
        }

        private LinkListener around(LinkListener listener) {
            return new LinkListener() {
                @Override
                public void connected(PeerIdentity peer) {
                    listener.connected(peer);
                }

                @Override
                public void frame(ByteBuffer frame) {
                    if (frameNanos > 0) {
                        Runs.work(frameNanos);
                    }
                    listener.frame(frame);
                }

                @Override
                public void writable() {
                    listener.writable();
                }

                @Override
                public void disconnected(String reason, long framesLost) {
                    listener.disconnected(reason, framesLost);
                }
            };
        }

        /** Breaks all connections, losing what is under way; they are made again at once. */
        void dropAll() {
            eachPair(memory::drop);
        }

        void cutAll() {
            eachPair(memory::cut);
        }

        void healAll() {
            eachPair(memory::heal);
        }

        private void eachPair(Pair action) {
            for (int i = 0; i < addresses.size(); i++) {
                for (int j = i + 1; j < addresses.size(); j++) {
                    action.on(addresses.get(i), addresses.get(j));
                }
            }
        }

        private interface Pair {
            void on(String left, String right);
        }
    }
}
