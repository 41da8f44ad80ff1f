package dev.gale.distribution.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gale.adapter.http.HttpApi;
import dev.gale.adapter.http.HttpSettings;
import dev.gale.adapter.http.HttpSettings.Limits;
import dev.gale.adapter.http.InMemoryControl;
import dev.gale.adapter.http.MemoryUploads;
import dev.gale.adapter.http.Samples;
import dev.gale.control.Control;
import dev.gale.control.ControlException;
import dev.gale.control.ControlException.Kind;
import dev.gale.control.KillRequest;
import dev.gale.control.RebalanceRequest;
import dev.gale.control.SubmitRequest;
import dev.gale.control.TopologyState;
import dev.gale.control.UploadRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class HttpControlIT {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final InMemoryControl cluster = new InMemoryControl();
    private HttpApi api;
    private Control control;

    @BeforeEach
    void start() {
        api = HttpApi.start(HttpSettings.loopback(0), cluster);
        control = control(PATIENCE, seed(api));
        cluster.put(Samples.topology("words", TopologyState.ACTIVE));
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void everyValueComesOverAsItIs() {
        cluster.put(Samples.inTrouble("trouble"));

        assertThat(get(control.topologies())).isEqualTo(get(cluster.topologies()));
        assertThat(get(control.topology("words"))).isEqualTo(get(cluster.topology("words")));
        assertThat(get(control.tasks("words"))).isEqualTo(get(cluster.tasks("words")));
        assertThat(get(control.errors("words"))).isEqualTo(get(cluster.errors("words")));
        assertThat(get(control.errors("words", "split"))).isEqualTo(get(cluster.errors("words", "split")));
        assertThat(get(control.supervisors())).isEqualTo(get(cluster.supervisors()));
        assertThat(get(control.nimbuses())).isEqualTo(get(cluster.nimbuses()));
        assertThat(get(control.config())).isEqualTo(get(cluster.config()));
    }

    @Test
    void everyRequestComesOverAsItIs() {
        byte[] jar = {1, 2, 3};
        String id = get(control.beginUpload(new UploadRequest(3, MemoryUploads.digest(jar))))
                .id();
        assertThat(get(control.uploadChunk(id, 0, jar)).receivedBytes()).isEqualTo(3);
        assertThat(get(control.finishUpload(id)).finished()).isTrue();
        assertThat(get(control.uploadStatus(id)).finished()).isTrue();
        SubmitRequest submit = new SubmitRequest("more", Map.of("topology.workers", 2), id, id, "key", false);
        assertThat(get(control.submit(submit)).status()).isEqualTo(TopologyState.INACTIVE);
        assertThat(get(control.submit(submit)).name()).isEqualTo("more");
        assertThat(get(control.activate("more")).status()).isEqualTo(TopologyState.ACTIVE);
        assertThat(get(control.deactivate("more")).status()).isEqualTo(TopologyState.INACTIVE);
        RebalanceRequest rebalance = new RebalanceRequest(OptionalLong.of(5), OptionalInt.of(3), Map.of("split", 4));
        assertThat(get(control.rebalance("more", rebalance)).waitLeftMillis()).hasValue(5);
        assertThat(get(control.kill("more", new KillRequest(OptionalLong.empty())))
                        .waitLeftMillis())
                .hasValue(30_000);
    }

    @ParameterizedTest
    @EnumSource(
            value = Kind.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"UNAVAILABLE", "NOT_LEADING"})
    void everyKindOfFailureComesOverAsItIs(Kind kind) {
        cluster.failNext(new ControlException(kind, "as it is"));

        assertThatThrownBy(() -> get(control.topologies()))
                .isInstanceOfSatisfying(
                        ControlException.class, e -> assertThat(e.kind()).isEqualTo(kind));
    }

    @Test
    void aNameIsNeverMoreThanAName() {
        assertThatThrownBy(() -> get(control.topology("../config?x=/#")))
                .isInstanceOf(ControlException.class)
                .hasMessageNotContaining("***");
    }

    @Test
    void theLeaderIsFollowed() {
        InMemoryControl standby = new InMemoryControl();
        standby.failNext(ControlException.notLeading(seed(api)));
        try (HttpApi other = HttpApi.start(HttpSettings.loopback(0), standby)) {
            Control client = control(PATIENCE, seed(other));

            assertThat(get(client.topologies())).hasSize(1);
            assertThat(get(client.topologies()))
                    .as("the leader is asked first from now on")
                    .hasSize(1);
            assertThat(standby.calls()).hasSize(1);
        }
    }

    @Test
    void whileNobodyLeadsItAsksAgain() {
        cluster.failNext(
                ControlException.notLeading(""),
                new ControlException(Kind.UNAVAILABLE, "the store does not answer"),
                ControlException.notLeading(""));

        assertThat(get(control.topologies())).hasSize(1);
        assertThat(cluster.calls()).hasSize(4);
    }

    @Test
    void aSeedThatDoesNotAnswerIsPassedOver() throws IOException {
        assertThat(get(control(PATIENCE, "127.0.0.1:" + freePort(), seed(api)).topologies()))
                .hasSize(1);
    }

    @Test
    void whatMayHaveBeenDoneIsNotDoneAgain() throws Exception {
        try (BreakingServer breaking = new BreakingServer()) {
            Control client = control(PATIENCE, breaking.address());

            assertThatThrownBy(() -> get(client.rebalance(
                            "words", new RebalanceRequest(OptionalLong.empty(), OptionalInt.empty(), Map.of()))))
                    .hasMessageContaining("look whether it was carried out");
            assertThat(breaking.connections()).isOne();
        }
    }

    @Test
    void whatDoesNoHarmIsDoneAgainElsewhere() throws Exception {
        try (BreakingServer breaking = new BreakingServer()) {
            Control client = control(PATIENCE, breaking.address(), seed(api));

            assertThat(get(client.kill("words", new KillRequest(OptionalLong.of(1))))
                            .status())
                    .isEqualTo(TopologyState.KILLED);
        }
    }

    @Test
    void whenNobodyAnswersItSaysWhomItAsked() throws IOException {
        String first = "127.0.0.1:" + freePort();
        String second = "127.0.0.1:" + freePort();

        assertThatThrownBy(
                        () -> get(control(Duration.ofMillis(500), first, second).topologies()))
                .isInstanceOfSatisfying(
                        ControlException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNAVAILABLE))
                .hasMessageContainingAll(first, second, "gale nimbus", "--nimbus host:port");
    }

    @Test
    void theTokenGoesAlongButNotInClearToOtherHosts() {
        HttpSettings guarded = new HttpSettings(
                "127.0.0.1", 0, Optional.of("secret"), Optional.empty(), Optional.empty(), Limits.DEFAULT);
        try (HttpApi other = HttpApi.start(guarded, cluster)) {
            assertThat(get(new HttpControl(connection(seed(other), "secret")).topologies()))
                    .hasSize(1);
            assertThatThrownBy(() -> get(new HttpControl(connection(seed(other), "wrong")).topologies()))
                    .isInstanceOfSatisfying(
                            ControlException.class, e -> assertThat(e.kind()).isEqualTo(Kind.DENIED));
        }
        assertThatThrownBy(() -> get(new HttpControl(connection("192.0.2.1:7070", "secret")).topologies()))
                .hasMessageContainingAll("in clear", "https://192.0.2.1:7070")
                .hasMessageNotContaining("secret");
    }

    @Test
    void whatIsNoNimbusIsSaidToBeNone() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread thread = new Thread(() -> {
                try (Socket socket = other.accept()) {
                    socket.getInputStream().read();
                    socket.getOutputStream()
                            .write("HTTP/1.1 404 Not Found\r\nContent-Length: 5\r\n\r\n<p>no"
                                    .getBytes(StandardCharsets.US_ASCII));
                } catch (IOException e) {
                    // The test ends without an answer then, and says so.
                }
            });
            thread.start();

            assertThatThrownBy(() -> get(control(PATIENCE, "127.0.0.1:" + other.getLocalPort())
                            .topologies()))
                    .hasMessageContaining("is no nimbus");
            thread.join();
        }
    }

    private static Control control(Duration timeout, String... seeds) {
        return new HttpControl(new Connection(List.of(seeds), Optional.empty(), Optional.empty(), timeout));
    }

    private static Connection connection(String seed, String token) {
        return new Connection(List.of(seed), Optional.of(token), Optional.empty(), PATIENCE);
    }

    private static String seed(HttpApi api) {
        return "127.0.0.1:" + api.port();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static <T> T get(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
        } catch (ExecutionException | CompletionException e) {
            throw (RuntimeException) e.getCause();
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }
}
