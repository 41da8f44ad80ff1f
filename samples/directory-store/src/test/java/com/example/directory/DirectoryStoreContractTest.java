package com.example.directory;

import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.metadata.Session;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.tck.TckContext;
import dev.gale.tck.metadata.MetadataStoreContract;
import java.io.IOException;
import java.nio.file.Path;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The whole contract, with faults of every kind. */
@Timeout(120)
class DirectoryStoreContractTest extends MetadataStoreContract {
    private final Map<MetadataStore, FaultyFiles> filesOf = new IdentityHashMap<>();

    @TempDir
    Path directory;

    @Override
    protected MetadataStore open(TckContext context) {
        FaultyFiles files = new FaultyFiles(directory);
        files.create();
        Settings settings = Settings.of(ConfigSection.of(
                "directory", Map.of("path", directory.toString(), "session-timeout", "60s", "poll-interval", "2ms")));
        MetadataStore store = DirectoryStore.open(files, settings, context);
        filesOf.put(store, files);
        return store;
    }

    @Override
    protected void suspend(MetadataStore client) {
        CompletableFuture<Void> noticed = new CompletableFuture<>();
        client.session().listen(new Told(() -> noticed.complete(null)));
        filesOf.get(client).takeAway();
        patience().await(noticed);
    }

    @Override
    protected void resume(MetadataStore client) {
        filesOf.get(client).giveBack();
    }

    @Override
    protected void endSession(MetadataStore client) throws IOException {
        Session session = client.session();
        StateFiles others = new StateFiles(directory);
        boolean ended = false;
        while (!ended) {
            State newest = others.newest(State.EMPTY);
            ended = others.publish(newest, newest.withoutSession(session.id()));
        }
    }

    @Override
    protected void loseNextAnswer(MetadataStore client) {
        filesOf.get(client).loseNextAnswer();
    }
}
