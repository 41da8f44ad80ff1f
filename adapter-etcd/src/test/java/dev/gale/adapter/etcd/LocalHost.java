package dev.gale.adapter.etcd;

import dev.gale.spi.plugin.ConfigSection;
import dev.gale.tck.TckContext;
import java.nio.file.Path;

/** The main class of a host that starts a server and is killed: prints the server's pid. */
final class LocalHost {
    private LocalHost() {}

    public static void main(String... arguments) throws InterruptedException {
        LocalEtcd server = (LocalEtcd) new EtcdMetadataStoreFactory()
                .start(ConfigSection.empty("embedded"), Path.of(arguments[0]), new TckContext());
        System.out.println(server.process().handle().pid());
        Thread main = Thread.currentThread();
        synchronized (main) {
            main.wait();
        }
    }
}
