package com.example.directory;

import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.metadata.Versioned;
import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.tck.Patience;
import dev.gale.tck.TckContext;
import java.util.Map;

/** A client in a process of its own: counts in one key with checks, puts a session key, and stays. */
final class Client {
    static final Key COUNTER = Key.of("/counter");
    static final int TIMES = 50;

    private Client() {}

    public static void main(String[] arguments) throws InterruptedException {
        MetadataStore store = open(arguments[0]);
        for (int i = 0; i < TIMES; i++) {
            increment(store, arguments[1] + "-" + i);
        }
        Patience patience = Patience.fromSystemProperty();
        patience.await(store.commit(Commit.builder(arguments[1] + "-here")
                .putForSession(Key.of("/clients/" + arguments[1]), Bytes.utf8("here"))
                .build()));
        Thread.sleep(Long.MAX_VALUE);
    }

    static MetadataStore open(String directory) {
        return new DirectoryStoreFactory()
                .open(
                        ConfigSection.of("directory", Map.of("path", directory, "session-timeout", "8s")),
                        new TckContext());
    }

    private static void increment(MetadataStore store, String request) {
        Patience patience = Patience.fromSystemProperty();
        boolean accepted = false;
        while (!accepted) {
            Versioned seen = patience.await(store.read(COUNTER)).orElseThrow();
            int next = Integer.parseInt(seen.value().utf8()) + 1;
            accepted = patience.await(store.commit(Commit.builder(request)
                            .checkUnchanged(COUNTER, seen.version())
                            .put(COUNTER, Bytes.utf8(Integer.toString(next)))
                            .build()))
                    .accepted();
        }
    }
}
