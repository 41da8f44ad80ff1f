package dev.gale.adapter.memory.flaws;

import dev.gale.adapter.memory.MemoryMetadataStore;
import dev.gale.adapter.memory.MemoryMetadataStoreFactory;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.tck.Patience;
import dev.gale.tck.TckContext;
import dev.gale.tck.metadata.MetadataStoreContract;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtendWith;

/** Run by {@link StoreFlawsTest} alone: its name is none of a test. */
@ExtendWith(Findings.Resolver.class)
class FlawedStoreSuite extends MetadataStoreContract {
    private final StoreFlaw flaw;
    private final MemoryMetadataStoreFactory factory = new MemoryMetadataStoreFactory();
    private final Map<MetadataStore, MemoryMetadataStore> sound = new HashMap<>();

    FlawedStoreSuite(StoreFlaw flaw) {
        this.flaw = flaw;
    }

    @Override
    protected MetadataStore open(TckContext context) {
        MemoryMetadataStore store = factory.open(ConfigSection.of("memory", Map.of("world", "flawed")), context);
        MetadataStore flawed = flaw.in(store);
        sound.put(flawed, store);
        return flawed;
    }

    @Override
    protected void suspend(MetadataStore client) {
        sound.get(client).suspend();
    }

    @Override
    protected void resume(MetadataStore client) {
        sound.get(client).resume();
    }

    @Override
    protected void endSession(MetadataStore client) {
        sound.get(client).endSession();
    }

    @Override
    protected void loseNextAnswer(MetadataStore client) {
        sound.get(client).loseNextAnswer();
    }

    @Override
    protected Patience patience() {
        return new Patience(Findings.SHORT);
    }
}
