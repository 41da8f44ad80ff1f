package dev.gale.adapter.etcd;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Clients begin with different members. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class EtcdClusterContractIT extends EtcdContract {
    private static final List<Access> ACCESSES = new ArrayList<>();

    @TempDir
    private static Path data;

    private static TestCluster cluster;

    @BeforeAll
    static void startCluster() throws Exception {
        cluster = TestCluster.started(data);
    }

    @AfterAll
    static void stopCluster() {
        ACCESSES.forEach(Access::close);
        cluster.close();
    }

    @Override
    Access access() throws Exception {
        int first = ACCESSES.size();
        Access access = Access.to(
                cluster.member(first % 3)::port,
                cluster.member((first + 1) % 3)::port,
                cluster.member((first + 2) % 3)::port);
        ACCESSES.add(access);
        return access;
    }

    @Override
    String server() {
        return cluster.member(0).endpoint();
    }
}
