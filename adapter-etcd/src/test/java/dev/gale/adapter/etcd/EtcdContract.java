package dev.gale.adapter.etcd;

import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.tck.TckContext;
import dev.gale.tck.metadata.MetadataStoreContract;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The contract's suite over real servers: each client reaches them through proxies of its own. */
abstract class EtcdContract extends MetadataStoreContract {
    private final Map<MetadataStore, Access> accesses = new ConcurrentHashMap<>();
    private boolean wiped;

    /** A new client's way to the servers. Whoever makes it closes it after all tests. */
    abstract Access access() throws Exception;

    /** One of the servers. */
    abstract String server();

    @Override
    protected MetadataStore open(TckContext context) throws Exception {
        if (!wiped) {
            wiped = true;
            try (RawClient raw = RawClient.connect(server())) {
                raw.wipe();
            }
        }
        Access access = access();
        MetadataStore store = new EtcdMetadataStoreFactory()
                .open(
                        ConfigSection.of("etcd", Map.of("endpoints", access.connect(), "session-timeout", "8s")),
                        context);
        accesses.put(store, access);
        return store;
    }

    /** The proxies are the bench's. */
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
    protected void endSession(MetadataStore client) {
        try (RawClient raw = RawClient.connect(server())) {
            raw.endSession(client.session().id());
        }
    }

    @Override
    protected void loseNextAnswer(MetadataStore client) {
        accesses.get(client).loseNextAnswer();
    }
}
