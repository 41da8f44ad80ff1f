package dev.gale.adapter.etcd;

import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.tck.TckContext;
import dev.gale.tck.metadata.MetadataStoreFaultContract;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 4, unit = TimeUnit.MINUTES)
class EtcdFaultContractIT extends MetadataStoreFaultContract {
    @TempDir
    private static Path data;

    private static TestServer server;

    @BeforeAll
    static void startServer() throws Exception {
        server = TestServer.started(data);
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @Override
    protected List<String> servers() {
        return List.of("127.0.0.1:" + server.port());
    }

    @Override
    protected MetadataStore open(TckContext context, List<String> servers) {
        return new EtcdMetadataStoreFactory()
                .open(
                        ConfigSection.of(
                                "etcd", Map.of("endpoints", String.join(",", servers), "session-timeout", "4s")),
                        context);
    }
}
