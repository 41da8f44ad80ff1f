package dev.gale.adapter.netty;

import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.transport.Transport;
import dev.gale.tck.TckContext;
import dev.gale.tck.transport.TransportFaultContract;
import java.util.Map;

/** Bears more silence than the suite wants. Run by {@link UnnoticedSilenceIT} alone: its name is none of a test. */
class PatientTransportSuite extends TransportFaultContract {
    @Override
    protected Transport open(TckContext context) {
        Map<String, Object> settings = Map.of("heartbeat", "500ms", "idle-timeout", "40s");
        return new NettyTransportFactory().open(ConfigSection.of("netty", settings), context);
    }
}
