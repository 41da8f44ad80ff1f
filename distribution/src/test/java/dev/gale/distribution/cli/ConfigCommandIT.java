package dev.gale.distribution.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gale.distribution.client.Connection;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** One configuration for every command: the file, the environment, the flags. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class ConfigCommandIT {
    @TempDir
    Path folder;

    private final CliProbe gale = new CliProbe();
    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = write("""
                nimbus.seeds: [n1, "n2:7071"]
                nimbus.api:
                  token: hunter2
                supervisor.slots.ports: [6800]
                topology.workers: 3
                """);
    }

    @Test
    void everyValueIsShownWithItsOrigin() {
        String out = gale.with("GALE_SUPERVISOR_ID", "one")
                .run("config", "show", "--config", file.toString(), "-c", "nimbus.api.port=7072")
                .out();

        assertThat(out.lines().map(line -> line.replaceAll(" +", " ")))
                .startsWith("KEY VALUE FROM", "metadata.store zookeeper default")
                .contains(
                        "nimbus.seeds [n1, n2:7071] " + file + ":1:1",
                        "nimbus.api.token *** " + file + ":3:3",
                        "nimbus.api.port 7072 flag -c number 1",
                        "supervisor.id one environment variable GALE_SUPERVISOR_ID",
                        "nimbus.task.timeout.secs PT30S default",
                        "topology.workers 3 " + file + ":5:1");
        assertThat(out).doesNotContain("hunter2");
    }

    @Test
    void whatNobodySetCanBeLeftOut() {
        assertThat(gale.run("config", "show", "--set", "--config", file.toString())
                        .out())
                .hasLineCount(5)
                .doesNotContain("default");
    }

    @Test
    void scriptsGetTheSame() throws IOException {
        String out = gale.run("config", "show", "-o", "json", "--config", file.toString())
                .out();
        JsonNode token = null;
        for (JsonNode each : new ObjectMapper().readTree(out)) {
            token = each.path("key").asText().equals("nimbus.api.token") ? each : token;
        }

        assertThat(token).isNotNull();
        assertThat(token.path("value").asText()).isEqualTo("***");
        assertThat(token.path("origin").asText()).isEqualTo(file + ":3:3");
        assertThat(out).doesNotContain("hunter2");
    }

    @Test
    void theSectionsOfTheChosenAdaptersAreCheckedToo() throws IOException {
        Path wrong = Files.writeString(folder.resolve("sections.yaml"), """
                zookeeper.conect: n1:2181
                netty.max-frame: 1
                etcd.endpoints: this one is not chosen
                """);

        CliProbe.Result outcome = gale.run("config", "validate", wrong.toString());

        assertThat(outcome.code()).isEqualTo(78);
        assertThat(outcome.err())
                .contains("zookeeper.conect", "did you mean 'connect'?", "netty.max-frame: must be")
                .doesNotContain("etcd");
    }

    @Test
    void aSectionForACompanionIsCheckedWithoutOne() throws IOException {
        Path aeron = Files.writeString(folder.resolve("aeron.yaml"), "transport: aeron\naeron.driver: companion\n");

        assertThat(gale.run("config", "validate", aeron.toString()).code()).isZero();
        assertThat(gale.run("config", "validate", aeron.toString(), "-c", "aeron.mtu=1")
                        .err())
                .contains("aeron.mtu: must be");
    }

    @Test
    void theVariableNamesAFileTooAndTheOptionComesFirst() throws IOException {
        Path other = Files.writeString(folder.resolve("other.yaml"), "nimbus.seeds: other");
        gale.with("GALE_CONF", other.toString());

        assertThat(gale.run("config", "show", "--set").out()).contains(other + ":1:1");
        assertThat(gale.run("config", "show", "--set", "--config", file.toString())
                        .out())
                .contains(file + ":1:1")
                .doesNotContain("other");
    }

    @Test
    void clientsGoWhereTheConfigurationSays() {
        Connection fromFile = connection(Map.of(), "--config", file.toString());

        assertThat(fromFile.seeds()).containsExactly("https://n1:7070", "https://n2:7071");
        assertThat(fromFile.token()).contains("hunter2");
        assertThat(connection(Map.of("GALE_NIMBUS_SEEDS", "n3"), "--config", file.toString())
                        .seeds())
                .containsExactly("https://n3:7070");
        Connection flagged = connection(
                Map.of("GALE_NIMBUS_SEEDS", "n3"),
                "--config",
                file.toString(),
                "-c",
                "nimbus.seeds=127.0.0.1",
                "-c",
                "nimbus.api.tls.trust-store=ca.p12",
                "-c",
                "nimbus.api.tls.trust-store-password=p");
        assertThat(flagged.seeds()).containsExactly("https://127.0.0.1:7070");
        assertThat(flagged.trustStore()).contains(new Connection.TrustStore(Path.of("ca.p12"), "p"));
        assertThat(connection(Map.of(), "--nimbus", "n4:1").seeds()).containsExactly("n4:1");
        assertThat(connection(Map.of()))
                .isEqualTo(new Connection(
                        List.of("127.0.0.1:7070"), Optional.empty(), Optional.empty(), flagged.timeout()));
    }

    @Test
    void whatMakesSenseIsSaidTo() {
        assertThat(gale.run("config", "validate", file.toString()))
                .isEqualTo(new CliProbe.Result(0, file + " makes sense\n", ""));
        assertThat(gale.run("config", "validate").out()).isEqualTo("The configuration makes sense\n");
    }

    @Test
    void everythingWrongIsSaidTogetherWithPlaceReasonAndRemedy() throws IOException {
        Path wrong =
                write("nimbus.api.prot: 1\nnimbus.api.port: hunter\nzookeper.connect: a\n" + "topology.wrokers: 2\n");
        CliProbe.Result result = gale.run("config", "validate", wrong.toString());

        assertThat(result.code()).isEqualTo(78);
        assertThat(result.out()).isEmpty();
        assertThat(result.err())
                .isEqualTo("gale: the configuration has 4 problems:\n"
                        + "  " + wrong + ":1:1: nimbus.api.prot: unknown key, did you mean 'nimbus.api.port'?\n"
                        + "  " + wrong + ":2:1: nimbus.api.port: is 'hunter'; it takes a whole number from 0 to 65535\n"
                        + "  " + wrong + ":3:1: zookeper.connect: unknown key, did you mean 'zookeeper.connect'?\n"
                        + "  " + wrong + ":4:1: topology.wrokers is 2, but there is no such setting; did you mean"
                        + " 'topology.workers'? Keys of your own must not start with topology.\n");
    }

    @Test
    void whatADaemonWouldRefuseIsFoundBefore() throws IOException {
        Path wrong = write("transport: carrier-pigeon\ngale.bind.host: 0.0.0.0\n");
        CliProbe.Result result = gale.run("config", "validate", wrong.toString());

        assertThat(result.code()).isEqualTo(78);
        assertThat(result.err())
                .contains(
                        ":1:1: transport: there is no adapter named 'carrier-pigeon'; found ",
                        ":2:1: nimbus.api.token: is not set, and others can reach 0.0.0.0; set it, or leave",
                        ":2:1: nimbus.api.tls.key-store: is not set");
    }

    @Test
    void scriptsGetTheProblemsAsData() throws IOException {
        Path wrong = write("nimbus.api.prot: 1\n");
        CliProbe.Result result = gale.run("config", "validate", "-o", "json", wrong.toString());
        JsonNode json = new ObjectMapper().readTree(result.out());

        assertThat(result.code()).isEqualTo(78);
        assertThat(json.path("valid").asBoolean(true)).isFalse();
        assertThat(json.at("/problems/0/key").asText()).isEqualTo("nimbus.api.prot");
        assertThat(json.at("/problems/0/from").asText()).isEqualTo(wrong + ":1:1");
        assertThat(json.at("/problems/0/problem").asText()).contains("did you mean 'nimbus.api.port'?");
    }

    @Test
    void noCommandGoesOnWithAConfigurationThatMakesNoSense() {
        for (String command : List.of("list", "kill words", "jar none.jar my.Main", "nimbus", "supervisor", "dev")) {
            List<String> arguments = new ArrayList<>(List.of("-c", "nimbus.sedes=n1"));
            arguments.addAll(List.of(command.split(" ")));
            CliProbe.Result result = gale.run(arguments.toArray(String[]::new));

            assertThat(result.code()).as(command).isEqualTo(78);
            assertThat(result.out()).isEmpty();
            assertThat(result.err())
                    .as(command)
                    .contains("flag -c number 1: nimbus.sedes: unknown key, did you mean 'nimbus.seeds'?")
                    .doesNotContain("\tat ", "Exception");
        }
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        CliProbe.Result result = gale.run("list", "--config", "none.yaml");

        assertThat(result.code()).isEqualTo(78);
        assertThat(result.err()).contains("none.yaml: the file cannot be read: it is not there");
    }

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("gale.yaml"), text);
    }

    /** What a command of a client would connect to. */
    private Connection connection(Map<String, String> environment, String... arguments) {
        List<Connection> opened = new ArrayList<>();
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("list");
        PrintStream streams = new PrintStream(new ByteArrayOutputStream(), false, StandardCharsets.UTF_8);
        int code = Main.run(
                new Terminal(streams, streams, false, false),
                environment,
                connection -> {
                    opened.add(connection);
                    return gale.cluster;
                },
                all.toArray(String[]::new));
        assertThat(code).isZero();
        return opened.get(0);
    }
}
