package dev.gale.adapter.netty;

import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.transport.Transport;
import dev.gale.tck.TckContext;
import dev.gale.tck.transport.TransportFaultContract;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 3, unit = TimeUnit.MINUTES)
class NettyFaultContractIT extends TransportFaultContract {
    @Override
    protected Transport open(TckContext context) {
        Map<String, Object> settings =
                Map.of("heartbeat", "500ms", "idle-timeout", "2s", "handshake-timeout", "2s", "backoff-max", "500ms");
        return new NettyTransportFactory().open(ConfigSection.of("netty", settings), context);
    }
}
