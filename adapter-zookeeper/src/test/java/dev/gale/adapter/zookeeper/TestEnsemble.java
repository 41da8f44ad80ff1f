package dev.gale.adapter.zookeeper;

import dev.gale.tck.network.FreePort;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.zookeeper.server.embedded.ExitHandler;
import org.apache.zookeeper.server.embedded.ZooKeeperServerEmbedded;

/** Three real servers in this process that make an ensemble. */
final class TestEnsemble implements AutoCloseable {
    private static final int MEMBERS = 3;
    private static final long START_MILLIS = 60_000;

    private final Path directory;
    private final List<Integer> clientPorts = new ArrayList<>();
    private final List<String> addresses = new ArrayList<>();
    private final List<ZooKeeperServerEmbedded> members = new ArrayList<>();

    private TestEnsemble(Path directory) {
        this.directory = directory;
    }

    static TestEnsemble started(Path directory) throws Exception {
        TestEnsemble ensemble = new TestEnsemble(directory);
        List<Integer> ports = Stream.generate(FreePort::next).limit(3 * MEMBERS).toList();
        for (int member = 0; member < MEMBERS; member++) {
            ensemble.clientPorts.add(ports.get(3 * member));
            ensemble.addresses.add("127.0.0.1:" + ports.get(3 * member + 1) + ":" + ports.get(3 * member + 2));
        }
        List<CompletableFuture<ZooKeeperServerEmbedded>> starting = new ArrayList<>();
        for (int member = 0; member < MEMBERS; member++) {
            int number = member;
            starting.add(CompletableFuture.supplyAsync(
                    () -> ensemble.member(number), task -> new Thread(task, "member-" + number).start()));
        }
        for (CompletableFuture<ZooKeeperServerEmbedded> member : starting) {
            ensemble.members.add(member.join());
        }
        return ensemble;
    }

    List<Integer> clientPorts() {
        return clientPorts;
    }

    void stop(int member) {
        members.get(member).close();
    }

    void restart(int member) {
        members.set(member, member(member));
    }

    @Override
    public void close() {
        members.forEach(ZooKeeperServerEmbedded::close);
    }

    private ZooKeeperServerEmbedded member(int number) {
        try {
            Path base = directory.resolve("member" + number);
            Path data = Files.createDirectories(base.resolve("data"));
            Files.writeString(data.resolve("myid"), String.valueOf(number + 1));
            Properties settings = new Properties();
            settings.setProperty("tickTime", "300");
            settings.setProperty("initLimit", "50");
            settings.setProperty("syncLimit", "20");
            settings.setProperty("maxSessionTimeout", "120000");
            settings.setProperty("dataDir", data.toString());
            settings.setProperty("clientPortAddress", "127.0.0.1");
            settings.setProperty("clientPort", String.valueOf(clientPorts.get(number)));
            settings.setProperty("admin.enableServer", "false");
            for (int other = 0; other < MEMBERS; other++) {
                settings.setProperty("server." + (other + 1), addresses.get(other));
            }
            ZooKeeperServerEmbedded member = ZooKeeperServerEmbedded.builder()
                    .baseDir(base)
                    .configuration(settings)
                    .exitHandler(ExitHandler.LOG_ONLY)
                    .build();
            member.start(START_MILLIS);
            return member;
        } catch (Exception e) {
            throw new IllegalStateException("member " + number + " does not start", e);
        }
    }
}
