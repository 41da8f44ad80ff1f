package dev.gale.adapter.etcd;

import dev.gale.tck.network.FreePort;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A real member in a process of its own that can be ended, stopped, and started again on its port and data. */
final class TestServer implements AutoCloseable {
    /** Ends with this JVM. */
    private static final Program PROGRAM = Program.find("etcd", "PATH");

    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final Path directory;
    private final int port;
    private final List<String> arguments;
    private Process process;

    private TestServer(Path directory, int port, List<String> arguments) {
        this.directory = directory;
        this.port = port;
        this.arguments = List.copyOf(arguments);
    }

    /** One that is all of its cluster. */
    static TestServer started(Path directory) throws IOException {
        int port = FreePort.next();
        TestServer server = startedOn(
                port,
                directory,
                "--listen-client-urls=http://127.0.0.1:" + port,
                "--advertise-client-urls=http://127.0.0.1:" + port);
        server.awaitHealth();
        return server;
    }

    /** The same, as those arguments say; it may not be ready yet. */
    static TestServer startedOn(int port, Path directory, String... more) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "--listen-peer-urls=unix://peer:0",
                "--initial-advertise-peer-urls=unix://peer:0",
                "--initial-cluster=default=unix://peer:0",
                "--heartbeat-interval=20",
                "--election-timeout=200"));
        arguments.addAll(List.of(more));
        TestServer server = new TestServer(directory, port, arguments);
        server.start();
        return server;
    }

    /** One of several, not started yet. */
    static TestServer member(Path directory, int port, List<String> arguments) {
        return new TestServer(directory, port, arguments);
    }

    synchronized void start() throws IOException {
        Files.createDirectories(directory);
        List<String> all = new ArrayList<>(arguments);
        all.addAll(List.of("--data-dir=" + directory.resolve("data"), "--logger=zap", "--log-level=warn"));
        ProcessBuilder builder = new ProcessBuilder(PROGRAM.command(all))
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        directory.resolve("log").toFile()));
        builder.environment().keySet().removeIf(name -> name.startsWith("ETCD_"));
        process = builder.start();
    }

    /** As a crash. */
    synchronized void stop() {
        if (process != null) {
            process.destroyForcibly();
            try {
                process.waitFor(10, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            process = null;
        }
    }

    void restart() throws IOException {
        start();
        awaitHealth();
    }

    /** @param name as {@code kill} takes it: STOP, CONT */
    synchronized void signal(String name) throws IOException, InterruptedException {
        int code = new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                .inheritIO()
                .start()
                .waitFor();
        if (code != 0) {
            throw new AssertionError("kill -" + name + " failed with " + code);
        }
    }

    synchronized boolean isRunning() {
        return process != null;
    }

    int port() {
        return port;
    }

    String endpoint() {
        return "127.0.0.1:" + port;
    }

    /** Returns when it has a leader. */
    void awaitHealth() throws IOException {
        long begin = System.nanoTime();
        while (!isHealthy()) {
            if (System.nanoTime() - begin > PATIENCE_NANOS) {
                throw new AssertionError("not healthy: " + Files.readString(directory.resolve("log")));
            }
            try {
                TimeUnit.MILLISECONDS.sleep(20);
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
    }

    private boolean isHealthy() {
        try {
            return get("/health").contains("\"health\":\"true\"");
        } catch (IOException e) {
            return false;
        }
    }

    /** How many streams of watches were opened since it was started, by all clients. */
    int openedStreams() throws IOException {
        String counter = "grpc_server_started_total{grpc_method=\"Watch\",";
        return get("/metrics")
                .lines()
                .filter(line -> line.startsWith(counter))
                .mapToInt(line -> (int) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .findFirst()
                .orElseThrow();
    }

    private String get(String path) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", port), 1_000);
            socket.setSoTimeout(5_000);
            socket.getOutputStream().write(("GET " + path + " HTTP/1.0\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        }
    }

    @Override
    public void close() {
        stop();
    }
}
