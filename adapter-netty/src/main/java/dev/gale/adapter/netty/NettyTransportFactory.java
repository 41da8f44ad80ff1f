package dev.gale.adapter.netty;

import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.plugin.PluginContext;
import dev.gale.spi.transport.Transport;
import dev.gale.spi.transport.TransportFactory;

/**
 * Opens the transport over TCP. An address is {@code host:port}. The section, with its defaults:
 * <pre>
 * netty:
 *   max-frame: 8MiB               # largest frame; both ends should agree
 *   buffer-high: 1MiB             # what may wait on a link before it refuses frames; beside it, up to 256KiB are
 *   buffer-low: 512KiB            #   on the way to the kernel. Half of buffer-high; where it takes frames again
 *   socket-send-buffer: 0         # the kernel's buffers, which hold frames as well; 0 leaves their size to the
 *   socket-receive-buffer: 0      #   system, which makes them larger as it sees fit
 *   connect-timeout: 3s
 *   handshake-timeout: 5s         # from the connection to the proof of who it is, TLS included
 *   heartbeat: 2s                 # how often each end gives a sign of life
 *   idle-timeout: 15s             # how long a peer may give none; so a listener must return sooner
 *   backoff-min: 100ms            # between attempts to connect: doubles from the one to the other, with chance
 *   backoff-max: 5s
 *   dial-fallback: 1s             # of a pair, the end with the smaller endpoint name dials; the other after this time
 *   native: auto                  # epoll by native code: auto (where it can be loaded), true or false
 *   threads: 1                    # event loops of an endpoint; its links are spread over them
 *   max-unauthenticated: 128      # connections of an endpoint that have not proven themselves; then the oldest goes
 *   tls:                          # mutual TLS 1.3 when the section is there; all four are needed, and Java's key stores
 *     key-store: ...              #   (PKCS12 or JKS). The certificate names the hosts at which its holder is dialled
 *     key-store-password: ...
 *     trust-store: ...
 *     trust-store-password: ...
 * </pre>
 * Counters:
 * <pre>
 * dials                 attempts to connect
 * frames.lost           answered SENT and not known to have arrived when a connection ended
 * closed.bad-frame      connections ended since what came was no frame: a length of 0 or above max-frame, another kind
 * closed.silent         connections ended since nothing came within idle-timeout
 * refused.garbage       not connected: not our handshake, or a length that no message of it has
 * refused.version       ... another version of the protocol
 * refused.group         ... another group
 * refused.secret        ... another secret, or a handshake that was played back
 * refused.endpoint      ... another endpoint than declared; also our own words sent back
 * refused.generation    ... another generation than declared
 * refused.incarnation   ... another incarnation than declared
 * refused.tls           ... TLS failed: no certificate, or one that is not trusted
 * refused.undeclared    ... the peer is not declared yet
 * refused.crossed       ... both ends dialled, and one attempt gave way
 * refused.slow          ... not within handshake-timeout
 * refused.broken-off    ... nobody there, or gone within the handshake
 * refused.crowded       ... to make room, see max-unauthenticated
 * </pre>
 * Both ends count a refusal that one tells the other. A certificate of the end that dialled, which the other one does not
 * trust, may be known to that one only: in TLS 1.3 the dialler has finished its part by then, and may see no more than a
 * connection that was broken off.
 */
public final class NettyTransportFactory implements TransportFactory {
    /** For {@link java.util.ServiceLoader}. */
    public NettyTransportFactory() {}

    @Override
    public String name() {
        return NettySettings.NAME;
    }

    @Override
    public void check(ConfigSection section) {
        NettySettings.read(section);
    }

    @Override
    public Transport open(ConfigSection section, PluginContext context) {
        NettySettings settings = NettySettings.read(section);
        Sockets sockets = Sockets.choose(settings.nativeIo());
        Tls tls = settings.tls()
                .map(found -> Tls.open(found, settings.times().handshake().toMillis()))
                .orElse(null);
        return new NettyTransport(new TransportKit(settings, sockets, tls, context, new Tally(context)));
    }
}
