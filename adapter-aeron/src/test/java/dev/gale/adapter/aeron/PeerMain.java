package dev.gale.adapter.aeron;

import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.transport.Endpoint;
import dev.gale.spi.transport.Link;
import dev.gale.spi.transport.LinkListener;
import dev.gale.spi.transport.PeerIdentity;
import dev.gale.spi.transport.Transport;
import dev.gale.tck.TckContext;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The right end of a pair in a process of its own: sends every frame back, as far as there is room. */
final class PeerMain {
    private PeerMain() {}

    /** Where to listen, the incarnation, where the left end listens, and settings as key=value. */
    public static void main(String[] arguments) throws Exception {
        Map<String, Object> settings = new HashMap<>();
        for (int index = 3; index < arguments.length; index++) {
            int equals = arguments[index].indexOf('=');
            settings.put(arguments[index].substring(0, equals), arguments[index].substring(equals + 1));
        }
        Transport transport = new AeronTransportFactory().open(ConfigSection.of("aeron", settings), new TckContext());
        PeerIdentity self =
                new PeerIdentity(Pair.RIGHT.group(), Pair.RIGHT.endpoint(), Pair.RIGHT.generation(), arguments[1]);
        Endpoint endpoint = transport.bind(arguments[0], self, Pair.SECRET);
        System.out.println("bound " + endpoint.address());
        CompletableFuture<Link> own = new CompletableFuture<>();
        own.complete(endpoint.link(arguments[2], Pair.anyLife(Pair.LEFT), new LinkListener() {
            @Override
            public void connected(PeerIdentity peer) {
                System.out.println("connected " + peer.incarnation());
            }

            @Override
            public void frame(ByteBuffer frame) {
                own.join().offer(frame);
            }

            @Override
            public void writable() {
                System.out.println("writable");
            }

            @Override
            public void disconnected(String reason, long framesLost) {
                System.out.println("disconnected " + framesLost + " " + reason);
            }
        }));
        Thread.currentThread().join();
    }
}
