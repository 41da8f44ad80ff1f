package dev.gale.adapter.etcd;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 3, unit = TimeUnit.MINUTES)
class EtcdMetadataStoreContractIT extends EtcdContract {
    private static final List<Access> ACCESSES = new ArrayList<>();

    @TempDir
    private static Path data;

    private static TestServer server;

    @BeforeAll
    static void startServer() throws Exception {
        server = TestServer.started(data);
    }

    @AfterAll
    static void stopServer() {
        ACCESSES.forEach(Access::close);
        server.close();
    }

    @Override
    Access access() throws Exception {
        Access access = Access.to(server::port);
        ACCESSES.add(access);
        return access;
    }

    @Override
    String server() {
        return server.endpoint();
    }
}
