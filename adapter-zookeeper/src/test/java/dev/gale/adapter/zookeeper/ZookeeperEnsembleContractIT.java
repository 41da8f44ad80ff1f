package dev.gale.adapter.zookeeper;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 3, unit = TimeUnit.MINUTES)
class ZookeeperEnsembleContractIT extends ZookeeperContract {
    private static final List<Access> ACCESSES = new ArrayList<>();

    @TempDir
    private static Path data;

    private static TestEnsemble ensemble;

    @BeforeAll
    static void startServers() throws Exception {
        ensemble = TestEnsemble.started(data);
    }

    @AfterAll
    static void stopServers() {
        ACCESSES.forEach(Access::close);
        ensemble.close();
    }

    @Override
    Access access() throws Exception {
        Access access = Access.to(ensemble.clientPorts().stream()
                .map(port -> (IntSupplier) () -> port)
                .toArray(IntSupplier[]::new));
        ACCESSES.add(access);
        return access;
    }

    @Override
    String servers() {
        return ensemble.clientPorts().stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
    }
}
