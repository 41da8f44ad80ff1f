package dev.gale.adapter.memory;

import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.tck.TckContext;
import dev.gale.tck.metadata.MetadataStoreContract;
import java.util.Map;

class MemoryMetadataStoreContractTest extends MetadataStoreContract {
    private final MemoryMetadataStoreFactory factory = new MemoryMetadataStoreFactory();

    @Override
    protected MetadataStore open(TckContext context) {
        return factory.open(ConfigSection.of("memory", Map.of("world", "contract")), context);
    }

    @Override
    protected void suspend(MetadataStore client) {
        ((MemoryMetadataStore) client).suspend();
    }

    @Override
    protected void resume(MetadataStore client) {
        ((MemoryMetadataStore) client).resume();
    }

    @Override
    protected void endSession(MetadataStore client) {
        ((MemoryMetadataStore) client).endSession();
    }

    @Override
    protected void loseNextAnswer(MetadataStore client) {
        ((MemoryMetadataStore) client).loseNextAnswer();
    }
}
