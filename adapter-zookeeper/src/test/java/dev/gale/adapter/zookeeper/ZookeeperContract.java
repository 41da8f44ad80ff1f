package dev.gale.adapter.zookeeper;

import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.tck.TckContext;
import dev.gale.tck.metadata.MetadataStoreContract;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The contract's suite over real servers: each client reaches them through proxies of its own. */
abstract class ZookeeperContract extends MetadataStoreContract {
    private final Map<MetadataStore, Access> accesses = new ConcurrentHashMap<>();
    private boolean wiped;

    /** A new client's way to the servers. Whoever makes it closes it after all tests. */
    abstract Access access() throws Exception;

    /** The servers themselves. */
    abstract String servers();

    @Override
    protected MetadataStore open(TckContext context) throws Exception {
        if (!wiped) {
            wiped = true;
            try (RawClient raw = RawClient.connect(servers())) {
                raw.wipe();
            }
        }
        Access access = access();
        MetadataStore store = new ZookeeperMetadataStoreFactory()
                .open(
                        ConfigSection.of("zookeeper", Map.of("connect", access.connect(), "session-timeout", "8s")),
                        context);
        accesses.put(store, access);
        return store;
    }

    @Override
    protected boolean mayOutliveClose(Thread thread) {
        return thread.getName().startsWith("proxy-");
    }

    @Override
    protected void suspend(MetadataStore client) {
        accesses.get(client).refuse();
    }

    @Override
    protected void resume(MetadataStore client) {
        accesses.get(client).admit();
    }

    @Override
    protected void endSession(MetadataStore client) throws Exception {
        Connection connection = ((ZookeeperMetadataStore) client).connection();
        RawClient.endSession(servers(), connection.handle().orElseThrow().zookeeper());
    }

    @Override
    protected void loseNextAnswer(MetadataStore client) {
        accesses.get(client).loseNextAnswer();
    }
}
