package dev.gale.adapter.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.plugin.ConfigSection;
import dev.gale.tck.Patience;
import dev.gale.tck.TckContext;
import io.grpc.ConnectivityState;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class MembersIT {
    private static final long LOOK_AGAIN_MILLIS = 10;

    private final TckContext context = new TckContext();

    /** Whoever is told to stop still ends what he has begun. */
    @Test
    void anInterruptedCloseLeavesNoThread() throws IOException, InterruptedException {
        TaskThread thread = TaskThread.start(context, "store");
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Members members = new Members(
                    EtcdSettings.read(ConfigSection.of(
                            "etcd", Map.of("endpoints", List.of("127.0.0.1:" + server.getLocalPort())))),
                    context,
                    thread,
                    () -> {});
            members.open();
            assertThat(members.link().managed().getState(true)).isEqualTo(ConnectivityState.IDLE);
            try (Socket taken = server.accept()) {
                assertThat(taken.isConnected()).isTrue();
                assertThat(context.liveThreads()).anyMatch(name -> name.contains("grpc"));
                Thread.currentThread().interrupt();
                members.close();
                assertThat(Thread.interrupted()).as("still told to stop").isTrue();
            }
        }
        thread.close();

        awaitNoThread();
    }

    /** They end by themselves, and nobody waits for them. */
    private void awaitNoThread() throws InterruptedException {
        long sinceNanos = System.nanoTime();
        while (!context.liveThreads().isEmpty()) {
            Patience.fromSystemProperty().requireSince(sinceNanos, "the end of " + context.liveThreads());
            TimeUnit.MILLISECONDS.sleep(LOOK_AGAIN_MILLIS);
        }
    }
}
