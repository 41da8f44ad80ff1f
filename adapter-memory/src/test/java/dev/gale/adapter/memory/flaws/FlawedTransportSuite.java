package dev.gale.adapter.memory.flaws;

import dev.gale.adapter.memory.MemoryTransport;
import dev.gale.adapter.memory.MemoryTransportFactory;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.transport.Transport;
import dev.gale.tck.Patience;
import dev.gale.tck.TckContext;
import dev.gale.tck.transport.TransportContract;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtendWith;

/** Run by {@link TransportFlawsTest} alone: its name is none of a test. */
@ExtendWith(Findings.Resolver.class)
class FlawedTransportSuite extends TransportContract {
    private final TransportFlaw flaw;
    private final Map<Transport, MemoryTransport> sound = new HashMap<>();

    FlawedTransportSuite(TransportFlaw flaw) {
        this.flaw = flaw;
    }

    @Override
    protected Transport open(TckContext context) {
        MemoryTransport transport = new MemoryTransportFactory().open(ConfigSection.empty("memory"), context);
        Transport flawed = flaw.in(transport);
        sound.put(flawed, transport);
        return flawed;
    }

    @Override
    protected void cut(Transport transport, String left, String right) {
        sound.get(transport).cut(left, right);
    }

    @Override
    protected void heal(Transport transport, String left, String right) {
        sound.get(transport).heal(left, right);
    }

    @Override
    protected Patience patience() {
        return new Patience(Findings.SHORT);
    }
}
