package dev.gale.adapter.aeron;

import dev.gale.spi.transport.PeerIdentity;
import io.aeron.Aeron;
import io.aeron.Counter;
import io.aeron.Image;
import io.aeron.Subscription;
import io.aeron.exceptions.AeronException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** Where an endpoint listens, at one client of a media driver: at its port, and in shared memory. */
final class Subscriptions implements AutoCloseable {
    /** At every port; the port says who is meant. */
    static final int UDP_STREAM = 1;

    private static final int IPC_STREAMS = 1 << 30;
    private static final String IPC = "aeron:ipc";
    private static final int MOST_IPC_MTU = 32 << 10;
    private static final int TERM_IN_MESSAGES = 8;

    private final Aeron client;
    private final Queue<Image> arrivals = new ConcurrentLinkedQueue<>();
    private final Subscription udp;
    private @Nullable Subscription ipc;
    private @Nullable Counter presence;

    /** @throws io.aeron.exceptions.AeronException when the port cannot be had, or the driver does not answer */
    Subscriptions(Aeron client, Address address, PeerIdentity self, boolean withIpc) {
        this.client = client;
        try {
            // First, so that who is on this host finds the better way at once.
            if (withIpc) {
                // No two endpoints at a driver get the same number.
                int stream = (int) client.nextCorrelationId() & Integer.MAX_VALUE | IPC_STREAMS;
                this.ipc = client.addSubscription(IPC, stream, arrivals::add, image -> {});
                this.presence = Presence.announce(client, self.group(), self.endpoint(), stream);
            }
            this.udp = client.addSubscription(udp(address), UDP_STREAM, arrivals::add, image -> {});
        } catch (AeronException e) {
            closeIpc();
            throw e;
        }
    }

    static String udp(Address address) {
        return "aeron:udp?endpoint=" + address;
    }

    /** What goes into shared memory at once is no packet of a network: the larger, the fewer headers, up to what Aeron takes of a message. */
    private static int ipcMtu(int termBytes) {
        return Math.min(MOST_IPC_MTU, termBytes / TERM_IN_MESSAGES);
    }

    /** To an address, or in shared memory. */
    static String sending(@Nullable Address address, StreamSettings streams) {
        return address == null
                ? IPC + "?term-length=" + streams.termBytes() + "|mtu=" + ipcMtu(streams.termBytes())
                : udp(address) + "|term-length=" + streams.termBytes() + "|mtu=" + streams.mtuBytes();
    }

    Aeron client() {
        return client;
    }

    /** A stream that has reached us since; null when there is none. */
    @Nullable
    Image arrival() {
        return arrivals.poll();
    }

    @Override
    public void close() {
        closeIpc();
        udp.close();
    }

    private void closeIpc() {
        if (presence != null) {
            presence.close();
        }
        if (ipc != null) {
            ipc.close();
        }
    }
}
