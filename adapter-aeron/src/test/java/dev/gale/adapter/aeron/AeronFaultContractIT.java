package dev.gale.adapter.aeron;

import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.transport.Transport;
import dev.gale.tck.TckContext;
import dev.gale.tck.network.FaultProxy;
import dev.gale.tck.network.UdpProxy;
import dev.gale.tck.transport.TransportFaultContract;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 4, unit = TimeUnit.MINUTES)
class AeronFaultContractIT extends TransportFaultContract {
    @Override
    protected Transport open(TckContext context) {
        Map<String, Object> settings = Map.of("driver", "embedded", "ipc", false, "idle-timeout", "2s");
        return new AeronTransportFactory().open(ConfigSection.of("aeron", settings), context);
    }

    @Override
    protected FaultProxy proxyTo(String address) {
        return UdpProxy.to(address);
    }
}
