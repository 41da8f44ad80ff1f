package dev.gale.adapter.etcd;

import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import dev.gale.spi.plugin.PluginContext;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server's process. It is started by a thread that stays until it has ended: Linux tells a child of its parent's end
 * when the very thread that started it ends. Its pid is written down, so that a later start on that directory finds one
 * that was left over all the same.
 */
final class ServerProcess {
    private static final Logger LOG = LoggerFactory.getLogger(ServerProcess.class);
    private static final Duration START = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration END = Duration.ofSeconds(10);
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

    /** The 22nd field of all, and behind the name. */
    private static final int START_TICKS = 19;

    private static final String UNKNOWN = "unknown";
    private static final int CONNECT_MILLIS = 1_000;
    private static final int ANSWER_MILLIS = 5_000;

    private final Process process;
    private final Thread starter;
    private final Path directory;
    private final PluginContext context;

    private ServerProcess(Process process, Thread starter, Path directory, PluginContext context) {
        this.process = process;
        this.starter = starter;
        this.directory = directory;
        this.context = context;
    }

    static ServerProcess start(List<String> command, Path directory, PluginContext context) throws IOException {
        CompletableFuture<Process> started = new CompletableFuture<>();
        Thread starter = context.threadFactory("etcd").newThread(() -> run(command, directory, started));
        starter.start();
        try {
            Process process = started.join();
            ServerProcess server = new ServerProcess(process, starter, directory, context);
            server.writePid();
            return server;
        } catch (CompletionException e) {
            throw e.getCause() instanceof IOException cause ? cause : new IOException(e.getCause());
        }
    }

    private void writePid() throws IOException {
        try {
            Files.writeString(
                    pidFile(directory),
                    process.pid() + " " + startOf(process.pid()).orElse(UNKNOWN));
        } catch (IOException e) {
            end();
            throw e;
        }
    }

    private static void run(List<String> command, Path directory, CompletableFuture<Process> started) {
        Process process;
        try {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(logFile(directory).toFile());
            builder.environment().keySet().removeIf(name -> name.startsWith("ETCD_"));
            process = builder.start();
        } catch (IOException | RuntimeException e) {
            started.completeExceptionally(e);
            return;
        }
        started.complete(process);
        process.onExit().join();
    }

    /** Ends a process that an earlier start on that directory had to leave. */
    static void endLeftOver(Path directory) throws IOException {
        if (!Files.exists(pidFile(directory))) {
            return;
        }
        String[] parts = Files.readString(pidFile(directory)).trim().split(" ");
        Optional<ProcessHandle> left = parts.length == 2 && parts[0].matches("\\d{1,9}")
                ? ProcessHandle.of(Long.parseLong(parts[0]))
                        .filter(handle ->
                                startOf(handle.pid()).filter(parts[1]::equals).isPresent())
                : Optional.empty();
        left.ifPresent(handle -> {
            LOG.warn("ending etcd with pid {}, which was left over on {}", handle.pid(), directory);
            handle.destroyForcibly();
            // Where nobody takes note of its end it stays in the list of processes: then etcd itself tells whether its
            // data is free.
            handle.onExit()
                    .completeOnTimeout(handle, END.toSeconds(), TimeUnit.SECONDS)
                    .join();
        });
        Files.delete(pidFile(directory));
    }

    /** Returns when clients can use it; throws when it has ended, or takes too long. */
    void awaitHealth(String host, int port) {
        long sinceNanos = context.nanoClock().getAsLong();
        while (true) {
            // Another may have taken the port meanwhile, and be healthy: what counts is that this one is there still.
            boolean healthy = isHealthy(host, port);
            if (!process.isAlive()) {
                throw failed(host, port, "it ended with code " + process.exitValue());
            }
            if (healthy) {
                return;
            }
            if (context.nanoClock().getAsLong() - sinceNanos > START.toNanos()) {
                throw failed(host, port, "it was not ready within " + START.toSeconds() + " s");
            }
            pause(host, port);
        }
    }

    private void pause(String host, int port) {
        try {
            process.waitFor(POLL.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw failed(host, port, "interrupted");
        }
    }

    private static boolean isHealthy(String host, int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
            socket.setSoTimeout(ANSWER_MILLIS);
            socket.getOutputStream().write("GET /health HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return answer.contains("\"health\":\"true\"");
        } catch (IOException e) {
            return false;
        }
    }

    private EngineException failed(String host, int port, String how) {
        return new EngineException(
                Category.UNAVAILABLE,
                "cannot start etcd on " + host + ":" + port + " in " + directory + ": " + how + "; the last line of "
                        + logFile(directory) + ": " + lastLine());
    }

    private String lastLine() {
        try {
            List<String> lines = Files.readAllLines(logFile(directory), StandardCharsets.ISO_8859_1);
            return lines.isEmpty() ? "(empty)" : lines.get(lines.size() - 1);
        } catch (IOException e) {
            return "(" + e.getMessage() + ")";
        }
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    /** Ends it and waits for that. */
    void end() {
        process.destroy();
        boolean interrupted = false;
        try {
            if (!process.waitFor(END.toSeconds(), TimeUnit.SECONDS)) {
                LOG.warn("etcd with pid {} does not end: killing it", process.pid());
            }
        } catch (InterruptedException e) {
            interrupted = true;
        }
        process.destroyForcibly();
        try {
            starter.join(END.toMillis());
            Files.deleteIfExists(pidFile(directory));
        } catch (InterruptedException e) {
            interrupted = true;
        } catch (IOException e) {
            LOG.warn("cannot delete {}", pidFile(directory), e);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * What tells a process from another that has its pid later: in which run of the system it was started, and how many
     * ticks after that began. Times of day would move with the clock. Empty where the system does not tell.
     */
    static Optional<String> startOf(long pid) {
        try {
            String boot = Files.readString(BOOT_ID).trim();
            String stat = Files.readString(Path.of("/proc", String.valueOf(pid), "stat"), StandardCharsets.ISO_8859_1);
            // The name, in parentheses, may have anything in it.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 1).trim().split(" ");
            return fields.length > START_TICKS ? Optional.of(boot + "/" + fields[START_TICKS]) : Optional.empty();
        } catch (IOException e) {
            LOG.debug("cannot tell when the process with pid {} was started", pid, e);
            return Optional.empty();
        }
    }

    private static Path pidFile(Path directory) {
        return directory.resolve("pid");
    }

    private static Path logFile(Path directory) {
        return directory.resolve("etcd.log");
    }
}
