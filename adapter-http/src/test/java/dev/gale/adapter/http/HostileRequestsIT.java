package dev.gale.adapter.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.adapter.http.HttpSettings.Limits;
import dev.gale.control.TopologyState;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class HostileRequestsIT {
    private static final Limits SMALL = new Limits(512, 256, 2, 50, 2_000, 30_000);

    private final InMemoryControl control = new InMemoryControl();
    private HttpApi api;
    private ApiProbe probe;

    @BeforeEach
    void start() throws Exception {
        api = HttpApi.start(
                new HttpSettings("127.0.0.1", 0, Optional.empty(), Optional.empty(), Optional.empty(), SMALL), control);
        probe = new ApiProbe(api.port());
        control.put(Samples.topology("words", TopologyState.ACTIVE));
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/livez", "/api/v1/topologies", "/api/v1/nothing", "/"})
    void everyAnswerKeepsBrowsersFromMisuse(String path) throws Exception {
        HttpResponse<byte[]> answer = probe.raw(probe.request("GET", path, BodyPublishers.noBody()));

        assertThat(answer.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
        assertThat(answer.headers().firstValue("X-Frame-Options")).hasValue("DENY");
        assertThat(answer.headers().firstValue("Content-Security-Policy"))
                .hasValueSatisfying(it -> assertThat(it).contains("default-src 'none'"));
        assertThat(answer.headers().map().keySet())
                .noneMatch(name -> name.toLowerCase(Locale.ROOT).startsWith("access-control"))
                .noneMatch(name -> name.equalsIgnoreCase("server") || name.equalsIgnoreCase("set-cookie"));
    }

    @Test
    void aBodyAtTheLimitIsTakenAndOneByteMoreIsNot() throws Exception {
        String filled = "{'workers':1" + " ".repeat(512 - 13) + "}";
        assertThat(filled).hasSize(512);
        assertThat(probe.post("/api/v1/topologies/words/rebalance", filled).status())
                .isEqualTo(202);
        ApiProbe.Answer over = probe.post("/api/v1/topologies/words/rebalance", filled + " ");
        assertThat(over.status()).isEqualTo(413);
        assertThat(over.text("/limitBytes")).isEqualTo("512");
    }

    /** The server stops reading, so whoever is still sending may find the connection closed before the answer. */
    @Test
    void aBodyFarOverTheLimitIsNotTaken() throws Exception {
        String far = "{'workers':1" + " ".repeat(512_000) + "}";
        try {
            assertThat(probe.post("/api/v1/topologies/words/rebalance", far).status())
                    .isEqualTo(413);
        } catch (IOException e) {
            assertThat(e).hasMessageMatching("(?s).*(header parser|reset|closed|Broken pipe).*");
        }

        assertThat(control.calls()).doesNotContain("rebalance");
    }

    @Test
    void aChunkOverTheLimitIsNotTaken() throws Exception {
        assertThat(probe.put("/api/v1/uploads/upload-1/content?offset=0", new byte[256])
                        .status())
                .isEqualTo(404);
        ApiProbe.Answer over = probe.put("/api/v1/uploads/upload-1/content?offset=0", new byte[257]);
        assertThat(over.status()).isEqualTo(413);
        assertThat(over.text("/limitBytes")).isEqualTo("256");
    }

    @Test
    void aBodyOfUnknownLengthHasTheSameLimit() throws Exception {
        byte[] much = new byte[100_000];
        HttpResponse<byte[]> answer = probe.raw(probe.request(
                        "PUT",
                        "/api/v1/uploads/upload-1/content?offset=0",
                        BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(much)))
                .header("Content-Type", "application/octet-stream"));

        assertThat(answer.statusCode()).isEqualTo(413);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonp"})
    void anotherFormatIsRefused(String mediaType) throws Exception {
        HttpResponse<byte[]> answer = probe.raw(
                probe.request("POST", "/api/v1/topologies/words/kill", BodyPublishers.ofString("{\"waitMillis\":0}"))
                        .header("Content-Type", mediaType));

        assertThat(answer.statusCode()).isEqualTo(415);
        assertThat(control.calls()).isEmpty();
    }

    @Test
    void aPageFromElsewhereIsRefused() throws Exception {
        HttpResponse<byte[]> answer =
                probe.raw(probe.request("POST", "/api/v1/topologies/words/activate", BodyPublishers.noBody())
                        .header("Origin", "http://evil.test"));

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(control.calls()).isEmpty();
    }

    @Test
    void anotherHostsNameIsRefused() throws Exception {
        assertThat(exchange("GET /api/v1/topologies HTTP/1.1\r\nHost: evil.test\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 403")
                .contains("localhost");
    }

    @Test
    void aBadIdempotencyKeyIsRefused() throws Exception {
        String body = "{'name':'a','jarUpload':'1','codeUpload':'2'}";

        assertThat(probe.post("/api/v1/topologies", body, "Idempotency-Key", "with blank")
                        .status())
                .isEqualTo(400);
        assertThat(probe.post("/api/v1/topologies", body, "Idempotency-Key", "x".repeat(256))
                        .status())
                .isEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GARBAGE\r\n\r\n",
                "GET /api/v1/topologies/%2e%2e%2fconfig HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
                "GET /api/v1/topologies/a%00b HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
                "GET /api/v1/../../etc/passwd HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
                "GET /%zz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
                "POST /api/v1/uploads HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "POST /api/v1/uploads HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n"
                        + "Connection: close\r\n\r\nffffffffff\r\n\r\n",
                "GET /livez HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n"
            })
    void whatIsNoProperRequestIsAProblem(String request) throws Exception {
        String answer = exchange(request);

        assertThat(answer).matches("(?s)HTTP/1.1 4\\d\\d.*").contains("application/problem+json", "urn:gale:problem:");
        assertThat(answer).doesNotContain("jetty", "Exception", "\tat ").contains("nosniff");
    }

    @Test
    void aHeaderThatIsTooLongIsAProblem() throws Exception {
        assertThat(exchange("GET /livez HTTP/1.1\r\nHost: localhost\r\nX: " + "x".repeat(20_000) + "\r\n\r\n"))
                .startsWith("HTTP/1.1 431")
                .contains("application/problem+json");
    }

    @Test
    void anAddressWithTooManyRequestsUnderWayHasToWait() throws Exception {
        control.fallSilent();
        List<Socket> waiting = new ArrayList<>();
        try {
            for (int i = 0; i < 2; i++) {
                waiting.add(send("GET /api/v1/topologies HTTP/1.1\r\nHost: localhost\r\n\r\n"));
            }
            while (control.calls().size() < 2) {
                Thread.onSpinWait();
            }
            String answer = exchange("GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            assertThat(answer).startsWith("HTTP/1.1 429").contains("Retry-After: 1", "too-many-requests", "nosniff");
        } finally {
            for (Socket socket : waiting) {
                socket.close();
            }
        }
    }

    @Test
    void nothingIsKeptOfAddressesThatAreDone() throws Exception {
        probe.get("/livez");
        while (api.busyAddresses() > 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aConnectionThatSaysNothingIsClosed() throws Exception {
        try (Socket idle = send("GET /livez HTT")) {
            assertThat(new String(idle.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1))
                    .doesNotContain("200 OK");
        }
    }

    @Test
    void aBodyThatTricklesIsGivenUp() throws Exception {
        try (Socket slow = send("PUT /api/v1/uploads/upload-1/content?offset=0 HTTP/1.1\r\nHost: localhost\r\n"
                + "Content-Type: application/octet-stream\r\nContent-Length: 200\r\n\r\n")) {
            slow.setSoTimeout(100);
            String answer = "";
            for (int sent = 0; sent < 199 && answer.isEmpty(); sent++) {
                slow.getOutputStream().write('x');
                try {
                    answer = new String(slow.getInputStream().readNBytes(12), StandardCharsets.ISO_8859_1);
                } catch (SocketTimeoutException e) {
                    // Not yet; the next byte follows.
                }
            }

            assertThat(answer).startsWith("HTTP/1.1 408");
            assertThat(control.calls()).isEmpty();
        }
    }

    private String exchange(String request) throws IOException {
        try (Socket socket = send(request)) {
            InputStream in = socket.getInputStream();
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    private Socket send(String request) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), api.port());
        socket.setSoTimeout(20_000);
        socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        return socket;
    }
}
