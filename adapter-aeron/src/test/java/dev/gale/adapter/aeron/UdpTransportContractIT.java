package dev.gale.adapter.aeron;

import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.transport.Transport;
import dev.gale.tck.TckContext;
import dev.gale.tck.transport.TransportContract;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;

/** The contract over UDP, by a media driver inside the process. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class UdpTransportContractIT extends TransportContract {
    /** Long enough for a pause of the machine, and not much longer, since tests wait for it. */
    static final String IDLE_TIMEOUT = "3s";

    @Override
    protected final Transport open(TckContext context) {
        ConfigSection section = ConfigSection.of("aeron", settings());
        return new RelayedTransport(new AeronTransportFactory().open(section, context));
    }

    Map<String, Object> settings() {
        return Map.of("driver", "embedded", "ipc", false, "idle-timeout", IDLE_TIMEOUT);
    }

    @Override
    protected final void cut(Transport transport, String left, String right) {
        ((RelayedTransport) transport).cut(left, right);
    }

    @Override
    protected final void heal(Transport transport, String left, String right) {
        ((RelayedTransport) transport).heal(left, right);
    }
}
