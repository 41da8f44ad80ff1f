package dev.gale.tck.transport;

import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.transport.Endpoint;
import dev.gale.spi.transport.Link;
import dev.gale.spi.transport.PeerIdentity;
import dev.gale.spi.transport.SendResult;
import dev.gale.spi.transport.Transport;
import dev.gale.tck.Patience;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One end of a pair under test. */
final class Party {
    private final Patience patience;
    private final PeerIdentity self;
    private final Endpoint endpoint;
    private final RecordingListener listener;
    private @Nullable Link link;

    private Party(Patience patience, PeerIdentity self, Endpoint endpoint) {
        this.patience = patience;
        this.self = self;
        this.endpoint = endpoint;
        this.listener = new RecordingListener(patience);
    }

    static Party bind(Transport transport, String address, PeerIdentity self, byte[] secret, Patience patience) {
        return new Party(patience, self, transport.bind(address, self, secret));
    }

    PeerIdentity self() {
        return self;
    }

    Endpoint endpoint() {
        return endpoint;
    }

    String address() {
        return endpoint.address();
    }

    RecordingListener heard() {
        return listener;
    }

    Link link() {
        return Objects.requireNonNull(link, "a peer is declared before its link is used");
    }

    /** Declares {@code peer}, in whatever incarnation it is. */
    Party declare(Party peer) {
        return declare(peer.address(), anyLife(peer.self));
    }

    Party declare(String address, PeerIdentity peer) {
        link = endpoint.link(address, peer, listener);
        return this;
    }

    static PeerIdentity anyLife(PeerIdentity peer) {
        return new PeerIdentity(peer.group(), peer.endpoint(), peer.generation(), "");
    }

    SendResult offer(String text) {
        return link().offer(Bytes.utf8(text).buffer());
    }

    /** Sends, waiting out back-pressure and absent connections by the wake-ups that the contract promises. */
    void send(ByteBuffer frame) {
        while (true) {
            int wakeUps = wakeUps();
            SendResult result = link().offer(frame);
            if (result == SendResult.SENT) {
                return;
            }
            if (result == SendResult.CLOSED) {
                throw new AssertionError("the link is closed");
            }
            patience.until(listener, "a wake-up after " + result, () -> wakeUps() > wakeUps);
        }
    }

    void send(String text) {
        send(Bytes.utf8(text).buffer());
    }

    private int wakeUps() {
        return listener.count(RecordingListener.Event.Writable.class)
                + listener.count(RecordingListener.Event.Connected.class);
    }
}
