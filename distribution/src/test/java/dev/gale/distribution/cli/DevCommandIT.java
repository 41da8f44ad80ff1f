package dev.gale.distribution.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gale.tck.network.FreePort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code gale dev} as a process, and every command of a client against it. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class DevCommandIT {
    @TempDir
    Path folder;

    private GaleProcess dev;
    private String nimbus = "";

    @Test
    void everyCommandWorksOnItAndATerminationLeavesNothing() throws Exception {
        Path jar = TickJar.in(folder);
        start("--supervisors", "2");
        assertThat(gale("list"))
                .isEqualTo(new CliProbe.Result(0, "", "There are no topologies; 'gale jar' submits one\n"));

        CliProbe.Result submitted = gale("jar", jar.toString(), "my.Main", "ticks");
        assertThat(submitted.err()).isEqualTo("'gale status ticks' shows how it does\n");
        assertThat(submitted.out()).matches("ticks is ACTIVE as ticks-\\d+-\\d+\n");
        GaleProcess.until(
                "tuples are acked",
                () -> json("status", "ticks")
                                .at("/components")
                                .findValuesAsText("component")
                                .contains("drop")
                        && acked() > 0);
        GaleProcess.until("its error is there", () -> json("errors", "ticks").size() > 0);
        looks();
        changes();

        assertThat(gale("kill", "ticks", "-w", "0").out()).isEqualTo("ticks is gone\n");
        assertThat(json("list").size()).isZero();
        gale("jar", jar.toString(), "my.Main", "again");
        GaleProcess.until("a worker runs", () -> !GaleProcess.workers(folder).isEmpty());
        endsCleanly("TERM");
    }

    @Test
    void anInterruptLeavesNothingEither() throws Exception {
        start();
        endsCleanly("INT");
    }

    @Test
    void aPortThatIsTakenIsNamedWithTheKey() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            dev = GaleProcess.start(place(), "dev", "--port", Integer.toString(taken.getLocalPort()));

            assertThat(dev.code()).isEqualTo(1);
            assertThat(dev.out()).isEmpty();
            assertThat(dev.err().lines().filter(line -> !line.startsWith("This cluster is for trying things out")))
                    .containsExactly(
                            "gale: dev: nimbus.api.port " + taken.getLocalPort() + " on 127.0.0.1 cannot be used;"
                                    + " another process may listen there. Stop it, or set another port");
        }
        assertThat(GaleProcess.files(place().resolve("tmp"))).isEmpty();
    }

    private void looks() {
        assertThat(gale("list").out())
                .startsWith("NAME   STATUS  WORKERS  EXECUTORS  TASKS  UPTIME")
                .containsPattern("\nticks  ACTIVE  1/1 ");
        assertThat(json("list").at("/0/name").asText()).isEqualTo("ticks");
        assertThat(gale("status", "ticks").out()).contains("ticks", "ACTIVE", "drop");
        assertThat(gale("tasks", "ticks").out()).startsWith("TASK").contains("ticks", "drop");
        assertThat(json("tasks", "ticks").findValuesAsText("component")).contains("ticks", "drop");
        assertThat(gale("errors", "ticks").out()).startsWith("TIME").contains("as it was told");
        assertThat(gale("errors", "ticks", "drop").out()).contains("as it was told");
        assertThat(json("errors", "ticks").at("/0/component").asText()).isEqualTo("drop");
        assertThat(gale("supervisors").out()).contains("supervisor-1", "supervisor-2");
        assertThat(json("supervisors").size()).isEqualTo(2);
    }

    private void changes() {
        assertThat(gale("deactivate", "ticks").out()).isEqualTo("ticks is INACTIVE\n");
        assertThat(json("list").at("/0/status").asText()).isEqualTo("INACTIVE");
        assertThat(json("activate", "ticks").at("/status").asText()).isEqualTo("ACTIVE");
        assertThat(gale("rebalance", "ticks", "-w", "1", "-n", "2", "-e", "drop=4")
                        .out())
                .isEqualTo("ticks is ACTIVE with 2 workers and 5 executors\n");
        GaleProcess.until("two workers run", () -> GaleProcess.workers(folder).size() == 2);
        assertThat(gale("status", "tciks").err())
                .isEqualTo("gale: There is no topology 'tciks'; did you mean 'ticks'?\n");
    }

    private void endsCleanly(String signal) throws Exception {
        List<Integer> ports = ports();
        assertThat(dev.end(signal)).isZero();
        assertThat(dev.err())
                .isEqualTo(
                        "This cluster is for trying things out, not for production: one store, one nimbus, no copies.\n");
        assertThat(GaleProcess.workers(folder)).isEmpty();
        assertThat(GaleProcess.files(place().resolve("tmp"))).isEmpty();
        for (int port : ports) {
            try (ServerSocket free = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                assertThat(free.getLocalPort()).isEqualTo(port);
            }
        }
        CliProbe.Result gone = gale("list", "--timeout", "1s");
        assertThat(gone.code()).isEqualTo(6);
        assertThat(gone.err())
                .startsWith("gale: No nimbus answers at " + nimbus)
                .hasLineCount(1);
    }

    private void start(String... options) throws IOException {
        List<String> words = new ArrayList<>(List.of("dev", "--port", Integer.toString(FreePort.next())));
        words.addAll(List.of(options));
        words.addAll(List.of("-c", "worker.heap.memory.mb=128", "-c", "worker.beat.frequency.secs=0.5"));
        dev = GaleProcess.start(place(), words.toArray(String[]::new)).awaitUp("dev", 4);
        nimbus = dev.address("API");
        assertThat(dev.address("store")).startsWith("127.0.0.1:");
        assertThat(dev.address("supervisor-1")).startsWith("slots [");
        assertThat(Path.of(dev.address("files"))).isDirectory();
    }

    @AfterEach
    void close() {
        dev.close();
    }

    private Path place() throws IOException {
        return Files.createDirectories(folder.resolve("dev"));
    }

    /** All that it printed. */
    private List<Integer> ports() {
        List<Integer> ports = new ArrayList<>();
        ports.add(Integer.parseInt(nimbus.replaceFirst(".*:", "")));
        ports.add(Integer.parseInt(dev.address("store").replaceFirst(".*:", "")));
        Pattern.compile("\\d+")
                .matcher(dev.address("supervisor-1").replace("slots", ""))
                .results()
                .map(MatchResult::group)
                .map(Integer::parseInt)
                .forEach(ports::add);
        return ports;
    }

    private CliProbe.Result gale(String... arguments) {
        List<String> all = new ArrayList<>(List.of("--nimbus", nimbus));
        all.addAll(List.of(arguments));
        return CliProbe.overTheWire(all.toArray(String[]::new));
    }

    private JsonNode json(String... arguments) {
        List<String> all = new ArrayList<>(List.of("-o", "json"));
        all.addAll(List.of(arguments));
        CliProbe.Result result = gale(all.toArray(String[]::new));
        assertThat(result.code()).as(result.err()).isZero();
        try {
            return new ObjectMapper().readTree(result.out());
        } catch (IOException e) {
            throw new AssertionError(result.out(), e);
        }
    }

    private long acked() {
        long acked = 0;
        for (JsonNode component : json("status", "ticks").path("components")) {
            for (JsonNode stream : component.at("/windows/ALL_TIME/counts/acked")) {
                acked += stream.asLong();
            }
        }
        return acked;
    }
}
