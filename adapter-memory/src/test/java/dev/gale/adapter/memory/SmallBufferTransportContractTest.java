package dev.gale.adapter.memory;

import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.transport.Transport;
import dev.gale.tck.TckContext;
import java.util.Map;

/**
 * The same contract with buffers so small that nearly every test meets back-pressure, and frames larger than the
 * buffer.
 */
class SmallBufferTransportContractTest extends MemoryTransportContractTest {
    @Override
    protected Transport open(TckContext context) {
        ConfigSection section = ConfigSection.of("memory", Map.of("buffer", "8KiB", "max-frame", "64KiB"));
        return new MemoryTransportFactory().open(section, context);
    }
}
