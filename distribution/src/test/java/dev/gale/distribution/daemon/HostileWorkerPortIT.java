package dev.gale.distribution.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.distribution.config.ConfigurationLoader;
import dev.gale.spi.transport.Endpoint;
import dev.gale.spi.transport.LinkListener;
import dev.gale.spi.transport.PeerIdentity;
import dev.gale.spi.transport.Transport;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Strangers at the port of a worker through which lines flow. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class HostileWorkerPortIT {
    private static final List<Integer> LENGTHS = List.of(0x7FFFFFFF, -1, 0, 4_097);
    private static final int RANDOM = 200;
    private static final int IDLE = 1_000;
    private static final int READ_MILLIS = 60_000;
    private static final long FLAT_BYTES = 10L << 20;

    /** Of the whole process. Its heap is resident from the start; its code and classes come in as they are used. */
    private static final long FLAT_RESIDENT_BYTES = 32L << 20;

    private static final String CHILDOPTS =
            "-Xms128m -XX:+AlwaysPreTouch -XX:+UseSerialGC -XX:TieredStopAtLevel=1 " + ProcessCluster.LOGGING;
    private static final Pattern TOTAL = Pattern.compile("(?m)^Total\\s+\\d+\\s+(\\d+)");

    @TempDir
    Path directory;

    /** O-46 and O-86 */
    @Test
    void strangersAreClosedAndCountedAndTheWorkerGoesOn() throws Exception {
        try (ProcessCluster cluster = ProcessCluster.start(directory, 1, 1, Map.of("worker.childopts", CHILDOPTS))) {
            SelfCheckRun run = SelfCheckRun.start(cluster, 40_000, 2);
            Map<String, Long> pids = cluster.pids();
            LiveWorker worker = cluster.workers().get(0);
            LiveWorker peer = cluster.workers().get(1);
            long before = liveBytes(worker);
            long residentBefore = Resident.bytes(worker.pid());

            for (int length : LENGTHS) {
                isClosedAfter(
                        worker,
                        ByteBuffer.allocate(Integer.BYTES).putInt(length).array());
            }
            isClosedAfter(worker, "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            isClosedAfter(worker, serialized());
            SplittableRandom random = new SplittableRandom(7);
            for (int i = 0; i < RANDOM; i++) {
                byte[] message = new byte[1 + random.nextInt(300)];
                random.nextBytes(message);
                isClosedAfter(worker, framed(message));
            }
            Await.until(
                    "all of them are counted",
                    () -> count(cluster, worker, "refused.garbage") == LENGTHS.size() + 2 + RANDOM);

            isRefusedWithAnotherSecret(cluster, worker, peer);
            holdsAThousandIdleConnections(cluster, worker);
            run.expectData();

            long residentGrowth = Resident.bytes(worker.pid()) - residentBefore;
            assertThat(liveBytes(worker) - before).isLessThan(FLAT_BYTES);
            System.out.printf("resident bytes that the worker grew by: %d%n", residentGrowth);
            assertThat(residentGrowth).as("direct buffers included").isLessThan(FLAT_RESIDENT_BYTES);
            assertThat(cluster.pids()).isEqualTo(pids);
            run.finish();
        }
    }

    /** As the worker's own peer, place and generation included. */
    private static void isRefusedWithAnotherSecret(ProcessCluster cluster, LiveWorker worker, LiveWorker peer)
            throws IOException {
        Adapters adapters = new Adapters(
                ConfigurationLoader.load(Optional.empty(), Map.of(), List.of(), Adapters.installed()),
                "stranger",
                failure -> {});
        try (Transport transport = adapters.transport();
                Endpoint stranger = transport.bind("127.0.0.1:0", identity(peer, "stranger"), new byte[] {6, 6, 6})) {
            Silence silence = new Silence();
            stranger.link("127.0.0.1:" + worker.port(), identity(worker, ""), silence);
            Await.until("the stranger is counted", () -> count(cluster, worker, "refused.secret") > 0);
            assertThat(silence.connected).isFalse();
        }
    }

    private static void holdsAThousandIdleConnections(ProcessCluster cluster, LiveWorker worker) throws Exception {
        long before = count(cluster, worker, "refused.crowded") + count(cluster, worker, "refused.slow");
        List<Socket> idle = new ArrayList<>();
        try {
            for (int i = 0; i < IDLE; i++) {
                idle.add(connect(worker));
            }
            for (Socket socket : idle) {
                awaitEnd(socket);
            }
        } finally {
            for (Socket socket : idle) {
                socket.close();
            }
        }
        Await.until(
                "they are counted",
                () -> count(cluster, worker, "refused.crowded") + count(cluster, worker, "refused.slow") - before
                        >= IDLE);
    }

    private static PeerIdentity identity(LiveWorker worker, String incarnation) {
        return new PeerIdentity(worker.topology(), worker.slot(), worker.generation(), incarnation);
    }

    private static long count(ProcessCluster cluster, LiveWorker worker, String counter) throws IOException {
        return cluster.transportCounters(worker).getOrDefault(counter, 0L);
    }

    private static void isClosedAfter(LiveWorker worker, byte[] bytes) throws IOException {
        try (Socket socket = connect(worker)) {
            socket.getOutputStream().write(bytes);
            awaitEnd(socket);
        }
    }

    private static Socket connect(LiveWorker worker) throws IOException {
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress("127.0.0.1", worker.port()));
        socket.setSoTimeout(READ_MILLIS);
        return socket;
    }

    private static void awaitEnd(Socket socket) throws IOException {
        try {
            assertThat(socket.getInputStream().readAllBytes()).hasSizeLessThan(100);
        } catch (SocketException e) {
            assertThat(e).hasMessageContaining("reset");
        }
    }

    private static byte[] serialized() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(new ArrayList<>(List.of("an object")));
        }
        return bytes.toByteArray();
    }

    private static byte[] framed(byte[] message) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(message.length);
        out.write(message);
        return bytes.toByteArray();
    }

    /** What is reachable on the worker's heap. */
    private static long liveBytes(LiveWorker worker) throws IOException {
        Process jcmd = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        Long.toString(worker.pid()),
                        "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        String answer = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Matcher total = TOTAL.matcher(answer);
        assertThat(total.find()).as(answer).isTrue();
        return Long.parseLong(total.group(1));
    }

    private static final class Silence implements LinkListener {
        volatile boolean connected;

        @Override
        public void connected(PeerIdentity peer) {
            connected = true;
        }

        @Override
        public void frame(ByteBuffer frame) {
            connected = true;
        }

        @Override
        public void writable() {
            // There is nothing to send.
        }

        @Override
        public void disconnected(String reason, long framesLost) {
            // As expected.
        }
    }
}
