package dev.gale.adapter.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gale.adapter.http.ApiProbe.Answer;
import dev.gale.adapter.http.HttpSettings.Limits;
import dev.gale.control.ControlException;
import dev.gale.control.ControlException.Kind;
import dev.gale.control.TopologyState;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(value = 2, unit = TimeUnit.MINUTES)
class HttpApiIT {
    private static final byte[] JAR = "a jar".getBytes(StandardCharsets.UTF_8);

    private final InMemoryControl control = new InMemoryControl();
    private HttpApi api;
    private ApiProbe probe;

    @BeforeEach
    void start() throws Exception {
        api = HttpApi.start(HttpSettings.loopback(0), control);
        probe = new ApiProbe(api.port());
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void aFileIsUploadedInChunksAndGoesOnWhereItStopped() throws Exception {
        Answer begun = probe.post("/api/v1/uploads", "{'bytes':5,'sha256':'" + MemoryUploads.digest(JAR) + "'}");
        String path = "/api/v1/uploads/" + begun.text("/id");
        assertThat(begun.status()).isEqualTo(201);
        assertThat(begun.header("Location")).isEqualTo(path);

        assertThat(probe.put(path + "/content?offset=0", new byte[] {'a', ' '}).text("/receivedBytes"))
                .isEqualTo("2");
        Answer again = probe.put(path + "/content?offset=0", new byte[] {'a', ' '});
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.text("/detail")).contains("goes on at 2");
        assertThat(probe.get(path).text("/receivedBytes")).isEqualTo("2");
        assertThat(probe.post(path + "/finish", "").status()).isEqualTo(409);
        assertThat(probe.put(path + "/content?offset=2", new byte[] {'j', 'a', 'r'})
                        .status())
                .isEqualTo(200);
        assertThat(probe.post(path + "/finish", "").text("/finished")).isEqualTo("true");
        assertThat(control.uploads().content(begun.text("/id"))).isEqualTo(JAR);
    }

    @Test
    void aTopologyLivesFromSubmitToKill() throws Exception {
        String upload = upload();
        String body = "{'name':'words','jarUpload':'" + upload + "','codeUpload':'" + upload
                + "','conf':{'topology.workers':2}}";
        Answer submitted = probe.post("/api/v1/topologies", body, "Idempotency-Key", "k-1");
        assertThat(submitted.status()).isEqualTo(201);
        assertThat(submitted.header("Location")).isEqualTo("/api/v1/topologies/words");
        assertThat(probe.post("/api/v1/topologies", body, "Idempotency-Key", "k-1")
                        .text("/id"))
                .isEqualTo(submitted.text("/id"));
        assertThat(probe.post("/api/v1/topologies", body, "Idempotency-Key", "k-2")
                        .status())
                .isEqualTo(409);

        assertThat(probe.get("/api/v1/topologies").text("/items/0/name")).isEqualTo("words");
        assertThat(probe.get("/api/v1/topologies/words").text("/workers/0/address/host"))
                .isEqualTo("host1");
        assertThat(probe.get("/api/v1/topologies/words/tasks").text("/items/1/stuckMillis"))
                .isEqualTo("75000");
        assertThat(probe.get("/api/v1/topologies/words/errors").text("/items/0/component"))
                .isEqualTo("split");
        assertThat(probe.get("/api/v1/topologies/words/errors?component=split").status())
                .isEqualTo(200);
        assertThat(probe.get("/api/v1/topologies/words/errors?component=spilt").text("/detail"))
                .contains("did you mean 'split'?");

        assertThat(probe.post("/api/v1/topologies/words/deactivate", "").text("/status"))
                .isEqualTo("INACTIVE");
        assertThat(probe.post("/api/v1/topologies/words/activate", "").text("/status"))
                .isEqualTo("ACTIVE");
        Answer rebalanced = probe.post(
                "/api/v1/topologies/words/rebalance", "{'waitMillis':1000,'workers':3,'executors':{'split':4}}");
        assertThat(rebalanced.status()).isEqualTo(202);
        assertThat(rebalanced.text("/waitLeftMillis")).isEqualTo("1000");
        Answer killed = probe.post("/api/v1/topologies/words/kill", "{'waitMillis':2000}");
        assertThat(killed.status()).isEqualTo(202);
        assertThat(killed.text("/status")).isEqualTo("KILLED");
        assertThat(probe.post("/api/v1/topologies/words/kill", "").text("/waitLeftMillis"))
                .isEqualTo("30000");
    }

    @Test
    void theClusterIsShown() throws Exception {
        assertThat(probe.get("/api/v1/supervisors").text("/items/0/slots/0/topology"))
                .isEqualTo("word-count");
        assertThat(probe.get("/api/v1/nimbuses").text("/items/0/epoch")).isEqualTo("3");
        assertThat(probe.get("/api/v1/config").text("/items/0/value")).isEqualTo("***");
        assertThat(probe.get("/livez").status()).isEqualTo(200);
        assertThat(probe.get("/readyz").status()).isEqualTo(200);
        control.lead(false);
        assertThat(probe.get("/readyz").status()).isEqualTo(503);
        assertThat(probe.get("/livez").status()).isEqualTo(200);
        assertThat(probe.get("/api/v1/nimbuses").json().at("/items/0").has("epoch"))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "NOT_FOUND, 404, urn:gale:problem:not-found",
        "CONFLICT, 409, urn:gale:problem:conflict",
        "INVALID, 400, urn:gale:problem:invalid",
        "DENIED, 403, urn:gale:problem:denied",
        "UNAVAILABLE, 503, urn:gale:problem:unavailable",
        "TOO_LARGE, 413, urn:gale:problem:too-large",
        "INTERNAL, 500, urn:gale:problem:internal",
        "NOT_LEADING, 421, urn:gale:problem:not-leading"
    })
    void everyKindOfFailureHasItsStatusAndType(Kind kind, int status, String type) throws Exception {
        control.failNext(new ControlException(kind, "as it is, says dev.nobody"));
        Answer answer = probe.get("/api/v1/topologies");

        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.text("/type")).isEqualTo(type);
        assertThat(answer.text("/requestId"))
                .isEqualTo(answer.header("X-Request-Id"))
                .hasSize(16);
        if (kind == Kind.INTERNAL) {
            assertThat(answer.text("/detail")).doesNotContain("dev.nobody");
        } else {
            assertThat(answer.text("/detail")).isEqualTo("as it is, says dev.nobody");
        }
    }

    @Test
    void aProblemSaysTheLeaderAndTheLimit() throws Exception {
        control.failNext(ControlException.notLeading("n2:7070"), ControlException.tooLarge("a jar", 17));

        assertThat(probe.get("/api/v1/topologies").text("/leader")).isEqualTo("n2:7070");
        assertThat(probe.get("/api/v1/topologies").text("/limitBytes")).isEqualTo("17");
    }

    @Test
    void aFaultOfOursIsToldWithoutDetails() throws Exception {
        control.failNext(new IllegalStateException("secret"));
        Answer answer = probe.get("/api/v1/topologies");

        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.json().toString()).doesNotContain("secret");
    }

    @Test
    void aClusterThatDoesNotAnswerIsUnavailable() throws Exception {
        Limits impatient = new Limits(1024, 1024, 32, 100, 30_000, 50);
        HttpSettings settings =
                new HttpSettings("127.0.0.1", 0, Optional.empty(), Optional.empty(), Optional.empty(), impatient);
        control.fallSilent();
        try (HttpApi other = HttpApi.start(settings, control)) {
            Answer answer = new ApiProbe(other.port()).get("/api/v1/topologies");

            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.header("Retry-After")).isEqualTo("1");
        }
    }

    @Test
    void whereThereIsNothingItSaysWhatThereIs() throws Exception {
        Answer answer = probe.get("/api/v1/topologie");

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.text("/detail")).contains("/api/v1/openapi.json");
        assertThat(probe.get("/").status()).isEqualTo(404);
        assertThat(probe.get("/api/v1/topologies/nobody").text("/detail")).contains("'nobody'");
    }

    @Test
    void aMethodThatIsNotThereIsNamed() throws Exception {
        Answer answer = probe.post("/api/v1/supervisors", "{}");

        assertThat(answer.status()).isEqualTo(405);
        assertThat(answer.text("/detail")).contains("POST");
        assertThat(answer.header("Allow")).contains("GET");
    }

    @Test
    void aPortInUseIsNamedWithItsKey() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> HttpApi.start(HttpSettings.loopback(taken.getLocalPort()), control))
                    .isInstanceOfSatisfying(
                            ControlException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNAVAILABLE))
                    .hasMessageContainingAll("nimbus.api.port " + taken.getLocalPort(), "127.0.0.1");
        }
    }

    @Test
    void closingLeavesNoThread() {
        api.close();

        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.contains("gale-http"));
    }

    @Test
    void aSampleOfEachStateIsInTheDocument() throws Exception {
        for (TopologyState state : TopologyState.values()) {
            control.put(Samples.topology("t-" + state, state));
        }
        control.put(Samples.inTrouble("trouble"));

        assertThat(probe.get("/api/v1/topologies").json().path("items")).hasSize(6);
    }

    private String upload() throws Exception {
        Answer begun = probe.post("/api/v1/uploads", "{'bytes':5,'sha256':'" + MemoryUploads.digest(JAR) + "'}");
        String path = "/api/v1/uploads/" + begun.text("/id");
        probe.put(path + "/content?offset=0", JAR);
        probe.post(path + "/finish", "");
        return begun.text("/id");
    }
}
