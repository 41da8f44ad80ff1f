package dev.gale.adapter.netty;

import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.transport.Transport;
import dev.gale.tck.TckContext;
import dev.gale.tck.transport.TransportContract;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;

/** The contract with the defaults, hence with epoll where it is there. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class NettyTransportContractIT extends TransportContract {
    /** The section of the settings under test. */
    Map<String, Object> settings() throws Exception {
        return Map.of();
    }

    @Override
    protected final Transport open(TckContext context) throws Exception {
        ConfigSection section = ConfigSection.of("netty", settings());
        return new RelayedTransport(new NettyTransportFactory().open(section, context));
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
