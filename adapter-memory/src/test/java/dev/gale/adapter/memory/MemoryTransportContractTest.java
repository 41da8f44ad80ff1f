package dev.gale.adapter.memory;

import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.transport.Transport;
import dev.gale.tck.TckContext;
import dev.gale.tck.transport.TransportContract;

class MemoryTransportContractTest extends TransportContract {
    @Override
    protected Transport open(TckContext context) {
        return new MemoryTransportFactory().open(ConfigSection.empty("memory"), context);
    }

    @Override
    protected void cut(Transport transport, String left, String right) {
        ((MemoryTransport) transport).cut(left, right);
    }

    @Override
    protected void heal(Transport transport, String left, String right) {
        ((MemoryTransport) transport).heal(left, right);
    }
}
