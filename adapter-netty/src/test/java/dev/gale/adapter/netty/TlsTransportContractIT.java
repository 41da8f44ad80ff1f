package dev.gale.adapter.netty;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

class TlsTransportContractIT extends NettyTransportContractIT {
    @TempDir
    static Path folder;

    private static Keys keys;

    @BeforeAll
    static void makeKeys() throws Exception {
        keys = Keys.make(folder, "worker");
    }

    @Override
    Map<String, Object> settings() {
        return Map.of("tls", keys.trusting(keys));
    }
}
