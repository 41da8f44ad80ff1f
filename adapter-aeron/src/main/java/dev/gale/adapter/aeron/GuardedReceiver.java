package dev.gale.adapter.aeron;

import dev.gale.spi.plugin.Counter;
import dev.gale.spi.plugin.PluginContext;
import io.aeron.driver.DataPacketDispatcher;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.media.ReceiveChannelEndpoint;
import io.aeron.driver.media.UdpChannel;
import io.aeron.protocol.SetupFlyweight;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.AtomicCounter;

/**
 * What listens at a port. A packet of 40 bytes from anybody asks for buffers that are as large as it says: those that ask for
 * more than a limit, which is what our own streams ask for unless it is set, and those that come faster than peers can, are dropped before anything is made for them. Who is
 * wanted asks again ten times a second.
 */
final class GuardedReceiver extends ReceiveChannelEndpoint {
    private static final int BURST = 256;
    private static final int EACH_SECOND = 64;
    private static final long NANOS_EACH = TimeUnit.SECONDS.toNanos(1) / EACH_SECOND;

    private final int maxTermBytes;
    private final LongSupplier clock;
    private final Counter dropped;
    private long fullAtNanos;

    GuardedReceiver(
            UdpChannel channel,
            DataPacketDispatcher dispatcher,
            AtomicCounter status,
            MediaDriver.Context context,
            int maxTermBytes,
            PluginContext host) {
        super(channel, dispatcher, status, context);
        this.maxTermBytes = maxTermBytes;
        this.clock = host.nanoClock();
        this.dropped = host.counter("streams.dropped");
        this.fullAtNanos = clock.getAsLong();
    }

    @Override
    public void onSetupMessage(
            SetupFlyweight setup, UnsafeBuffer buffer, int length, InetSocketAddress source, int transport) {
        if (length < SetupFlyweight.HEADER_LENGTH || setup.termLength() > maxTermBytes || !mayCome()) {
            dropped.increment();
        } else {
            super.onSetupMessage(setup, buffer, length, source, transport);
        }
    }

    /** A bucket of {@value #BURST} that fills again with time; it is full at {@code fullAtNanos}. */
    private boolean mayCome() {
        long now = clock.getAsLong();
        if (fullAtNanos - now < 0) {
            fullAtNanos = now;
        }
        if (fullAtNanos - now > (BURST - 1) * NANOS_EACH) {
            return false;
        }
        fullAtNanos += NANOS_EACH;
        return true;
    }
}
