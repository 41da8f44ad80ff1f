package dev.gale.adapter.etcd;

import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.metadata.SessionListener;
import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.tck.Patience;
import dev.gale.tck.TckContext;
import java.util.Map;

/** The main class of a client in a process of its own: puts a session key, again when its session was renewed. */
final class PausedClient {
    static final Key KEY = Key.of("/supervisors/paused");

    private PausedClient() {}

    public static void main(String... arguments) {
        MetadataStore store = new EtcdMetadataStoreFactory()
                .open(
                        ConfigSection.of("etcd", Map.of("endpoints", arguments[0], "session-timeout", "2s")),
                        new TckContext());
        store.session().listen(new SessionListener() {
            @Override
            public void suspended() {
                System.out.println("suspended");
            }

            @Override
            public void resumed() {
                System.out.println("resumed");
            }

            @Override
            public void ended() {
                System.out.println("ended");
            }

            @Override
            public void renewed(String sessionId) {
                System.out.println("renewed");
                store.commit(put(sessionId));
            }
        });
        Patience.fromSystemProperty().await(store.commit(put(store.session().id())));
        System.out.println("ready");
        Thread main = Thread.currentThread();
        synchronized (main) {
            try {
                main.wait();
            } catch (InterruptedException e) {
                store.close();
            }
        }
    }

    private static Commit put(String session) {
        return Commit.builder("put-" + session)
                .putForSession(KEY, Bytes.utf8(session))
                .build();
    }
}
