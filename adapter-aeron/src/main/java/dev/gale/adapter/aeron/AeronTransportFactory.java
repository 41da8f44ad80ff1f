package dev.gale.adapter.aeron;

import dev.gale.adapter.aeron.AeronSettings.DriverChoice;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.plugin.PluginContext;
import dev.gale.spi.transport.Transport;
import dev.gale.spi.transport.TransportFactory;
import java.nio.file.Path;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/**
 * Opens the transport over Aeron. An address is {@code host:port}, of UDP; at the same port of TCP it listens too, so that nobody
 * else takes it, and accepts nobody. The JVM needs {@code --add-opens=java.base/jdk.internal.misc=ALL-UNNAMED}. The section,
 * with its defaults:
 * <pre>
 * aeron:
 *   driver: ...                   # companion: the one that the supervisor starts on its host, and tells its workers of;
 *                                 #   embedded: one inside the process; external: one that somebody else runs.
 *                                 #   Without the key: external when there is a dir, else a supervisor starts its companion,
 *                                 #   and a process without a supervisor embeds one
 *   dir: ...                      # the media driver's directory; of an embedded one, where to make it:
 *                                 #   /dev/shm/gale-aeron-USER, or the directory for temporary files
 *   max-frame: 8MiB               # largest frame; both ends should agree
 *   max-unauthenticated: 128      # streams that reach an endpoint and have not proven themselves; then the oldest goes
 *   term-length: 1MiB             # a third of a stream's buffer, a power of two. In shared memory a link takes six of them
 *                                 #   on its host; by UDP six on each. No more than half of one waits before frames are refused
 *   mtu: 1408                     # largest packet of UDP, IP's own header not counted
 *   ipc: true                     # shared memory instead of UDP between ends at one media driver
 *   idle-timeout: 10s             # how long a peer or the media driver may give no sign of life, as in a pause of its JVM;
 *                                 #   a driver that is not embedded has its own
 *   handshake-timeout: 5s         # from a stream's arrival to the proof of who it is
 *   receipt-interval: 2s          # how often an end says how much has arrived
 *   backoff-min: 100ms            # between attempts to connect: doubles from the one to the other, with chance
 *   backoff-max: 5s
 *   idle-park: 1ms                # how long a thread with nothing to do sleeps at most before it looks again
 *   companion:                    # the supervisor's driver
 *     dir: ...                    #   where to make its directory; default as above
 *     idle-timeout: 10s
 *     idle-park: 1ms
 *     max-sessions: 1024          #   streams that reach one endpoint, of whomever
 *     max-term-length: 1MiB       #   longest that a stream from elsewhere may ask for; what is longer is not heard, so it
 *                                 #   must be as large as term-length on every host that sends to this one
 * </pre>
 * Counters:
 * <pre>
 * dials                 attempts to connect: streams opened
 * frames.lost           answered SENT and not known to have arrived when a connection ended
 * closed.bad-frame      connections ended since what came was no frame: a length of 0 or above max-frame, another kind
 * driver.lost           times that the media driver was gone, or had given this process up
 * aeron.errors          what Aeron's driver or client reported
 * streams.dropped       in the process of the media driver: streams that asked for too much memory, or came too fast
 * refused.garbage       not connected: not our handshake
 * refused.version       ... another version of the protocol
 * refused.group         ... another group
 * refused.secret        ... another secret
 * refused.endpoint      ... another endpoint than declared
 * refused.generation    ... another generation than declared
 * refused.incarnation   ... another incarnation than declared
 * refused.undeclared    ... the peer is not declared yet
 * refused.stale         ... a stream of a connection that is over, or for an earlier life
 * refused.slow          ... not within handshake-timeout
 * refused.crowded       ... to make room, see max-unauthenticated
 * </pre>
 * There is no encryption: a network that others reach needs its own, or the transport on Netty with TLS.
 */
public final class AeronTransportFactory implements TransportFactory {
    /** For {@link java.util.ServiceLoader}. */
    public AeronTransportFactory() {}

    @Override
    public String name() {
        return AeronSettings.NAME;
    }

    @Override
    public void check(ConfigSection section) {
        AeronSettings.check(section);
    }

    @Override
    public Transport open(ConfigSection section, PluginContext context) {
        AeronSettings settings = AeronSettings.read(section);
        JvmFlags.check();
        Tally tally = new Tally(context);
        if (settings.driver() != DriverChoice.EMBEDDED) {
            Path directory = settings.directory().orElseThrow();
            return open(settings, context, tally, directory, null);
        }
        String name =
                "embedded-" + ProcessHandle.current().pid() + "-" + Integer.toHexString(new SecureRandom().nextInt());
        Driver driver = Driver.start(DriverSettings.embedded(settings), name, context, tally);
        return open(settings, context, tally, driver.directory(), driver);
    }

    private static Transport open(
            AeronSettings settings, PluginContext context, Tally tally, Path directory, @Nullable Driver driver) {
        Clients clients = new Clients(directory, settings.times(), context, tally);
        try {
            clients.require();
        } catch (RuntimeException e) {
            clients.close();
            if (driver != null) {
                driver.close();
            }
            throw e;
        }
        return new AeronTransport(new TransportKit(settings, clients, context, tally), driver);
    }
}
