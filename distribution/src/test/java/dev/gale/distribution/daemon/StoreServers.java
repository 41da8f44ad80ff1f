package dev.gale.distribution.daemon;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The servers of a store: one, or three that make an ensemble. How each is started, where it is, and which of them leads. */
final class StoreServers {
    private static final int PORTS_OF_A_MEMBER = 3;
    private static final int PATIENCE_MILLIS = 5_000;

    private final String kind;
    private final int members;
    private final Path directory;
    private final List<Integer> ports;

    /**
     * @param kind as in {@code metadata.store}
     * @param ports {@link #ports} of them
     */
    StoreServers(String kind, int members, Path directory, List<Integer> ports) {
        this.kind = kind;
        this.members = members;
        this.directory = directory;
        this.ports = List.copyOf(ports);
    }

    static int ports(int members) {
        return members * PORTS_OF_A_MEMBER;
    }

    int members() {
        return members;
    }

    /** Where clients reach each. */
    List<String> addresses() {
        List<String> all = new ArrayList<>();
        for (int member = 0; member < members; member++) {
            all.add("127.0.0.1:" + client(member));
        }
        return all;
    }

    private int client(int member) {
        return ports.get(member * PORTS_OF_A_MEMBER);
    }

    private int peer(int member) {
        return ports.get(member * PORTS_OF_A_MEMBER + 1);
    }

    private int election(int member) {
        return ports.get(member * PORTS_OF_A_MEMBER + 2);
    }

    /** What {@link DaemonMain} is to run; or a command of its own, which begins with a path. */
    List<String> command(int member) throws IOException {
        Path data = directory.resolve("store-" + member);
        if (kind.equals("etcd")) {
            return etcd(member, data);
        }
        if (members == 1) {
            return List.of("store", Integer.toString(client(0)), data.toString());
        }
        return List.of("zookeeper", ensembleFile(member, data).toString());
    }

    private Path ensembleFile(int member, Path data) throws IOException {
        Files.createDirectories(data);
        Files.writeString(data.resolve("myid"), Integer.toString(member + 1));
        List<String> lines = new ArrayList<>(List.of(
                "tickTime=300",
                "initLimit=50",
                "syncLimit=10",
                "maxSessionTimeout=120000",
                "dataDir=" + data,
                "clientPortAddress=127.0.0.1",
                "clientPort=" + client(member),
                "admin.enableServer=false",
                "4lw.commands.whitelist=srvr"));
        for (int other = 0; other < members; other++) {
            lines.add("server." + (other + 1) + "=127.0.0.1:" + peer(other) + ":" + election(other));
        }
        return Files.write(directory.resolve("store-" + member + ".cfg"), lines);
    }

    private List<String> etcd(int member, Path data) {
        List<String> cluster = new ArrayList<>();
        for (int other = 0; other < members; other++) {
            cluster.add("m" + other + "=http://127.0.0.1:" + peer(other));
        }
        String client = "http://127.0.0.1:" + client(member);
        String peer = "http://127.0.0.1:" + peer(member);
        return List.of(
                program("etcd"),
                "--name=m" + member,
                "--data-dir=" + data,
                "--listen-client-urls=" + client,
                "--advertise-client-urls=" + client,
                "--listen-peer-urls=" + peer,
                "--initial-advertise-peer-urls=" + peer,
                "--initial-cluster=" + String.join(",", cluster),
                "--logger=zap",
                "--log-level=error");
    }

    private static String program(String name) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .map(folder -> Path.of(folder, name).toAbsolutePath())
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(
                        () -> new IllegalStateException("there is no " + name + " on the PATH; ./test.sh installs it"))
                .toString();
    }

    /** The member that leads the others; fails while there is none. */
    int leader() throws IOException, InterruptedException {
        for (int member = 0; member < members; member++) {
            try {
                if (kind.equals("etcd") ? leadsEtcd(member) : leadsZookeeper(member)) {
                    return member;
                }
            } catch (IOException e) {
                // This one is down; another knows.
                continue;
            }
        }
        throw new IOException("no member of the store says that it leads");
    }

    private boolean leadsZookeeper(int member) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", client(member)), PATIENCE_MILLIS);
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return answer.contains("Mode: leader");
        }
    }

    private boolean leadsEtcd(int member) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + client(member) + "/v3/maintenance/status"))
                .timeout(Duration.ofMillis(PATIENCE_MILLIS))
                .POST(BodyPublishers.ofString("{}"))
                .build();
        JsonNode status = new ObjectMapper()
                .readTree(HttpClient.newHttpClient()
                        .send(request, BodyHandlers.ofString())
                        .body());
        return status.path("leader")
                .asText()
                .equals(status.at("/header/member_id").asText("none"));
    }

    /** Whether each of these listens. */
    boolean listen(List<Integer> some) {
        return some.stream().allMatch(member -> {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress("127.0.0.1", client(member)), PATIENCE_MILLIS);
                return true;
            } catch (IOException e) {
                return false;
            }
        });
    }
}
