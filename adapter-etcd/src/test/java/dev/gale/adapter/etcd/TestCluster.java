package dev.gale.adapter.etcd;

import dev.gale.tck.network.FreePort;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Three members on loopback. */
final class TestCluster implements AutoCloseable {
    private static final int SIZE = 3;

    private final List<TestServer> members = new ArrayList<>();

    static TestCluster started(Path directory) throws IOException {
        List<String> peers = new ArrayList<>();
        for (int i = 0; i < SIZE; i++) {
            peers.add("http://127.0.0.1:" + FreePort.next());
        }
        String all = "m0=" + peers.get(0) + ",m1=" + peers.get(1) + ",m2=" + peers.get(2);
        TestCluster cluster = new TestCluster();
        for (int i = 0; i < SIZE; i++) {
            int port = FreePort.next();
            String clients = "http://127.0.0.1:" + port;
            TestServer member = TestServer.member(
                    directory.resolve("m" + i),
                    port,
                    List.of(
                            "--name=m" + i,
                            "--listen-client-urls=" + clients,
                            "--advertise-client-urls=" + clients,
                            "--listen-peer-urls=" + peers.get(i),
                            "--initial-advertise-peer-urls=" + peers.get(i),
                            "--initial-cluster=" + all,
                            "--heartbeat-interval=50",
                            "--election-timeout=500"));
            cluster.members.add(member);
            member.start();
        }
        for (TestServer member : cluster.members) {
            member.awaitHealth();
        }
        return cluster;
    }

    TestServer member(int index) {
        return members.get(index);
    }

    String endpoints() {
        return members.stream().map(TestServer::endpoint).collect(Collectors.joining(","));
    }

    /** The index of the leader. */
    int leader() {
        for (int i = 0; i < SIZE; i++) {
            if (members.get(i).isRunning()) {
                try (RawClient raw = RawClient.connect(members.get(i).endpoint())) {
                    if (raw.isLeader()) {
                        return i;
                    }
                }
            }
        }
        throw new AssertionError("no leader among " + endpoints());
    }

    @Override
    public void close() {
        members.forEach(TestServer::close);
    }
}
