package dev.gale.adapter.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.metadata.Key;
import dev.gale.spi.plugin.CompanionServiceFactory;
import dev.gale.spi.plugin.EngineException.Category;
import dev.gale.tck.companion.CompanionServiceContract;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 3, unit = TimeUnit.MINUTES)
class EmbeddedZookeeperContractIT extends CompanionServiceContract {
    private static final Key KEY = Key.of("/a");

    @Override
    protected CompanionServiceFactory factory() {
        return new ZookeeperMetadataStoreFactory();
    }

    @Override
    protected Map<String, ?> section(Path folder) {
        return Map.of();
    }

    @Override
    protected Map<String, ?> sectionWithProblems() {
        return Map.of("port", -1, "prot", 1);
    }

    @Override
    protected Obstacle obstacle(Path folder) throws IOException {
        ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        int port = taken.getLocalPort();
        return new Obstacle(Map.of("port", port), Category.UNAVAILABLE, "127.0.0.1:" + port, taken);
    }

    @Override
    protected List<InetSocketAddress> addresses(Map<String, Object> client) {
        String[] address = String.valueOf(client.get("connect")).split(":");
        return List.of(new InetSocketAddress(address[0], Integer.parseInt(address[1])));
    }

    @Override
    protected void leave(Map<String, Object> client) {
        try (Clients clients = new Clients()) {
            clients.put(clients.open(client), KEY, "kept");
        }
    }

    @Override
    protected void find(Map<String, Object> client) {
        try (Clients clients = new Clients()) {
            assertThat(clients.text(clients.open(client), KEY)).contains("kept");
        }
    }
}
