package dev.gale.runtime.supervisor;

import dev.gale.spi.heartbeat.HeartbeatWriter;
import dev.gale.spi.heartbeat.WriterIdentity;
import dev.gale.spi.plugin.Bytes;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A worker that has its port and beats, and does nothing else. Ends with the process of the test. */
final class BeatingWorker {
    private BeatingWorker() {}

    public static void main(String[] arguments) throws Exception {
        int port = Integer.parseInt(arguments[2]);
        long generation = Long.parseLong(arguments[3]);
        Path directory = Path.of(arguments[5]);
        ProcessHandle test = ProcessHandle.of(Long.getLong("test.pid")).orElseThrow();
        if (Boolean.getBoolean("test.fails")) {
            System.out.println("this worker has no reason to live");
            System.exit(3);
        }
        if (Boolean.getBoolean("test.deaf")) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                CountDownLatch never = new CountDownLatch(1);
                while (test.isAlive()) {
                    await(never);
                }
            }));
        }
        System.out.println("environment " + System.getenv().keySet());
        WriterIdentity self = new WriterIdentity(ProcessHandle.current().pid(), 0, generation);
        CountDownLatch never = new CountDownLatch(1);
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
                HeartbeatWriter writer = new FileHeartbeats().writer(directory.resolve("heartbeat"), self)) {
            while (socket.isBound() && test.isAlive()) {
                writer.write(Bytes.empty());
                await(never);
            }
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await(20, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
