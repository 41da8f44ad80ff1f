package dev.gale.adapter.aeron;

import dev.gale.spi.plugin.CompanionServiceFactory;
import dev.gale.spi.plugin.EngineException.Category;
import dev.gale.tck.companion.CompanionServiceContract;
import dev.gale.tck.transport.Ear;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class CompanionContractIT extends CompanionServiceContract {
    @Override
    protected CompanionServiceFactory factory() {
        return new AeronCompanionFactory();
    }

    @Override
    protected Map<String, ?> section(Path folder) {
        return Map.of("dir", folder.toString());
    }

    @Override
    protected Map<String, ?> sectionWithProblems() {
        return Map.of("max-sessions", -1, "max-sesions", 1);
    }

    /** Somebody else's file. */
    @Override
    protected Obstacle obstacle(Path folder) throws IOException {
        Path file = Files.createFile(folder.resolveSibling("file"));
        return new Obstacle(section(file), Category.REJECTED, file.toString(), () -> Files.delete(file));
    }

    /** Its clients meet it in shared memory, and each other at their own addresses. */
    @Override
    protected List<InetSocketAddress> addresses(Map<String, Object> client) {
        return List.of();
    }

    @Override
    protected void leave(Map<String, Object> client) {
        try (Pair pair = new Pair(client)) {
            pair.connect(new Ear(), new Ear());
        }
    }

    /** It keeps nothing but its place. */
    @Override
    protected void find(Map<String, Object> client) {
        leave(client);
    }
}
