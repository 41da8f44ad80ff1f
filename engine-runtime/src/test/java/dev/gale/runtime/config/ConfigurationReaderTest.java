package dev.gale.runtime.config;

import static dev.gale.runtime.config.Layers.file;
import static dev.gale.runtime.config.Layers.line;
import static dev.gale.runtime.config.Layers.problems;
import static dev.gale.runtime.config.Layers.read;
import static dev.gale.runtime.config.Layers.readWithFiles;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigurationReaderTest {
    static Stream<Arguments> unfit() {
        return Stream.of(
                arguments("nimbus.api.prot", 1, "nimbus.api.prot: unknown key, did you mean 'nimbus.api.port'?"),
                arguments("supervisor.slot.ports", 1, "did you mean 'supervisor.slots.ports'?"),
                arguments("zookeper.connect", "x", "did you mean 'zookeeper.connect'?"),
                arguments("zookeper", Map.of(), "did you mean 'zookeeper'?"),
                arguments("zookeeper", "x", "zookeeper: is the section of an adapter; its settings stand below it"),
                arguments("topology.wrokers", 1, "did you mean 'topology.workers'?"),
                arguments("topology.workers", 0, "topology.workers is 0; "),
                arguments("storm.local.dir", "x", "unknown key, which in Storm is what gale.local.dir is here"),
                arguments("nimbus", Map.of(), "nimbus: unknown key"),
                arguments("nimbus.api.port", null, "nimbus.api.port: has no value; it takes a whole number"),
                arguments("nimbus.api.port", 65_536, "is '65536'; it takes a whole number from 0 to 65535"),
                arguments("nimbus.api.port", -1, "is '-1'; it takes"),
                arguments("nimbus.api.port", 70.5, "is '70.5'; it takes"),
                arguments("nimbus.api.port", "1e999999999", "is '1e999999999'; it takes"),
                arguments("nimbus.api.port", true, "is 'true'; it takes"),
                arguments("nimbus.api.port", List.of(1), "is [1]; it takes"),
                arguments("nimbus.api.port", Map.of(), "is a section; it takes"),
                arguments("metadata.store", "Zoo Keeper", "it takes the name of an adapter"),
                arguments("metadata.root", "gale", "it takes a key of the store"),
                arguments("metadata.root", "/a b", "it takes a key of the store"),
                arguments("nimbus.api.bind", "127.0.0.1\n0.0.0.0", "it takes the name or address of a host"),
                arguments("gale.local.dir", "", "it takes a text that is not empty"),
                arguments("supervisor.slots.ports", List.of(), "it takes a list of different ports"),
                arguments("supervisor.slots.ports", List.of(6700, 6700), "it takes a list of different ports"),
                arguments("supervisor.slots.ports", List.of(0), "it takes a list of different ports"),
                arguments("supervisor.slots.ports", "6700,x", "it takes a list of different ports"),
                arguments("supervisor.id", "../x", "it takes a name of letters"),
                arguments("nimbus.seeds", List.of("a b"), "it takes a list of addresses"),
                arguments("nimbus.seeds", List.of("a:70000"), "it takes a list of addresses"),
                arguments("nimbus.seeds", List.of("http://a:7070"), "it takes a list of addresses"),
                arguments("nimbus.task.timeout.secs", 0, "it takes a time such as 10s"),
                arguments("nimbus.task.timeout.secs", -1, "it takes a time such as 10s"),
                arguments("nimbus.task.timeout.secs", "10 parsecs", "it takes a time such as 10s"),
                arguments("nimbus.task.timeout.secs", "999999999999d", "it takes a time such as 10s"),
                arguments("nimbus.task.timeout.secs", 1e300, "it takes a time such as 10s"),
                arguments("nimbus.task.timeout.secs", 1e-300, "it takes a time such as 10s"),
                arguments("nimbus.upload.max.bytes", "1GB", "it takes a size"),
                arguments("nimbus.upload.max.bytes", "99999999999GiB", "it takes a size"),
                arguments("nimbus.slots.perTopology", 0, "it takes a whole number from 1 on"),
                arguments("isolation.scheduler.machines", "a", "it takes names with a number"),
                arguments("isolation.scheduler.machines", "a=1,a=2", "it takes names with a number"),
                arguments("isolation.scheduler.machines.a", 0, "isolation.scheduler.machines.a: is '0'; it takes"),
                arguments("worker.childopts", Map.of(), "it takes options of a JVM"),
                arguments("supervisor.log.retention.secs", -1, "it takes a time such as 10s"),
                arguments("worker.heartbeat.frequency.secs", 30, "supervisor.worker.timeout.secs is 30.0s"),
                arguments("worker.beat.frequency.secs", "31s", "nimbus.task.timeout.secs is 30.0s"),
                arguments("supervisor.heartbeat.frequency.secs", "2m", "nimbus.supervisor.timeout.secs is 60.0s"),
                arguments("nimbus.supervisor.timeout.secs", 1, "supervisor.heartbeat.frequency.secs: is 5.0s"),
                arguments("nimbus.api.token.file", "/gone", "names a file that cannot be read: no files here"),
                arguments("nimbus.api.tls.key-store-password", "x", "is set, and nimbus.api.tls.key-store is not"));
    }

    @ParameterizedTest
    @MethodSource("unfit")
    void whatIsWrongIsOneProblemWithItsPlace(String key, Object value, String text) {
        assertThat(problems(file(key, value)))
                .hasSize(1)
                .allSatisfy(problem ->
                        assertThat(problem).startsWith("gale.yaml:1:1: ").contains(text));
    }

    @Test
    void everyProblemIsReportedTogether() {
        assertThat(problems(
                        file("nimbus.api.prot", 1, "nimbus.api.port", "x", "topology.workers", 0),
                        Flags.layer(List.of("worker.heap=1", "broken", "transport="))))
                .hasSize(6);
    }

    @Test
    void topologyKeysThatContradictEachOtherAreOneProblem() {
        assertThat(problems(file("topology.acker.placement", "spout", "topology.acker.executors", 2)))
                .singleElement()
                .asString()
                .contains("contradict each other");
    }

    @Test
    void aValueThatIsAlsoASectionIsAProblem() {
        assertThat(problems(file("zookeeper.tls", true, "zookeeper.tls.key-store", "x")))
                .containsExactly("gale.yaml:1:1: zookeeper.tls: is a value here, and a section with"
                        + " zookeeper.tls.key-store at gale.yaml:2:1");
    }

    @Test
    void aMistakeInALowerLayerDoesNotHideBehindAHigherOne() {
        assertThat(problems(file("zookeper.connect", "x"), Flags.layer(List.of("zookeper.connect=y"))))
                .hasSize(2);
    }

    @Test
    void withoutLayersTheDefaultsHold() {
        Configuration configuration = read();

        assertThat(AdapterNames.of(configuration))
                .isEqualTo(new AdapterNames("zookeeper", "/gale", "netty", "localfile"));
        assertThat(HostSettings.of(configuration)).isEqualTo(new HostSettings("gale-local", "127.0.0.1", "127.0.0.1"));
        assertThat(ApiSettings.of(configuration))
                .isEqualTo(new ApiSettings(
                        new HostPort("127.0.0.1", 7070), Optional.empty(), Optional.empty(), Optional.empty()));
        assertThat(ClientSettings.of(configuration))
                .isEqualTo(new ClientSettings(
                        List.of(new HostPort("127.0.0.1", 7070)), Optional.empty(), Optional.empty(), false));
        assertThat(NimbusSettings.of(configuration).timing())
                .isEqualTo(new NimbusSettings.Timing(seconds(30), seconds(120), seconds(60), seconds(10)));
        assertThat(NimbusSettings.of(configuration).inbox())
                .isEqualTo(new NimbusSettings.Inbox(seconds(3_600), seconds(600), 1 << 30));
        assertThat(NimbusSettings.of(configuration).limits())
                .isEqualTo(new NimbusSettings.Limits(Optional.empty(), Optional.empty()));
        assertThat(SupervisorSettings.of(configuration))
                .isEqualTo(new SupervisorSettings(
                        Optional.empty(),
                        List.of(6700, 6701, 6702, 6703),
                        new SupervisorSettings.Timing(seconds(30), seconds(120), seconds(15)),
                        seconds(5),
                        seconds(604_800),
                        List.of("-Xmx256m")));
        assertThat(WorkerSettings.of(configuration))
                .isEqualTo(new WorkerSettings(List.of("-Xmx%HEAP-MEM%m"), 768, seconds(1), seconds(5)));
        assertThat(configuration.effective())
                .hasSameSizeAs(ConfigKeys.ALL)
                .allSatisfy(value -> assertThat(value.origin()).isEqualTo(new Origin.Default()));
    }

    static Stream<Arguments> times() {
        return Stream.of(
                arguments(0.2, Duration.ofMillis(200)),
                arguments("0.2", Duration.ofMillis(200)),
                arguments("500ms", Duration.ofMillis(500)),
                arguments("1.5s", Duration.ofMillis(1_500)),
                arguments("2 s", Duration.ofSeconds(2)),
                arguments("0.5m", Duration.ofSeconds(30)),
                arguments(3, Duration.ofSeconds(3)),
                arguments(3L, Duration.ofSeconds(3)),
                arguments(1e-4, Duration.ofNanos(100_000)),
                arguments("0.000000001", Duration.ofNanos(1)));
    }

    @ParameterizedTest
    @MethodSource("times")
    void timesHaveFractionsAndUnits(Object value, Duration time) {
        Configuration configuration = read(file("nimbus.task.timeout.secs", "1h", "nimbus.monitor.freq.secs", value));

        assertThat(configuration.get(ConfigKeys.NIMBUS_MONITOR_FREQ)).isEqualTo(time);
    }

    @Test
    void aGraceMayBeZero() {
        assertThat(read(file("supervisor.worker.shutdown.grace.secs", 0))
                        .get(ConfigKeys.SUPERVISOR_WORKER_SHUTDOWN_GRACE))
                .isZero();
    }

    @Test
    void aTextFromAFlagMeansWhatAFileWouldSay() {
        Configuration fromFile = read(file(
                "supervisor.slots.ports",
                List.of(1, 2),
                "nimbus.seeds",
                List.of("a:1", "[::1]:2", "c"),
                "nimbus.upload.max.bytes",
                1024,
                "worker.childopts",
                List.of("-Xss1m", "-ea"),
                "isolation.scheduler.machines.a",
                1,
                "isolation.scheduler.machines.b.c",
                2));
        Configuration fromFlags = read(Flags.layer(List.of(
                "supervisor.slots.ports=1, 2",
                "nimbus.seeds=a:1,[::1]:2,c",
                "nimbus.upload.max.bytes=1KiB",
                "worker.childopts= -Xss1m  -ea ",
                "isolation.scheduler.machines=a=1,b.c=2")));

        for (ConfigKey<?> key : ConfigKeys.ALL) {
            assertThat(fromFlags.find(key)).as(key.name()).isEqualTo(fromFile.find(key));
        }
        assertThat(ClientSettings.of(fromFlags).seeds())
                .containsExactly(new HostPort("a", 1), new HostPort("::1", 2), new HostPort("c", 7070));
        assertThat(NimbusSettings.of(fromFlags).isolatedMachines()).isEqualTo(Map.of("a", 1, "b.c", 2));
    }

    @Test
    void emptyOptionsOfAJvmAreNone() {
        assertThat(read(file("worker.childopts", " ")).get(ConfigKeys.WORKER_CHILDOPTS))
                .isEmpty();
        assertThat(read(file("worker.childopts", List.of())).get(ConfigKeys.WORKER_CHILDOPTS))
                .isEmpty();
    }

    @Test
    void aHostNameFollowsTheBindAddressUntilItIsSet() {
        Configuration bound = read(file("gale.bind.host", "10.0.0.1"));
        Configuration named = read(file("gale.bind.host", "10.0.0.1", "gale.host", "node-1"));

        assertThat(bound.get(ConfigKeys.HOST)).isEqualTo("10.0.0.1");
        assertThat(bound.get(ConfigKeys.NIMBUS_API_BIND)).isEqualTo("10.0.0.1");
        assertThat(bound.originOf("gale.host")).isEqualTo(new Origin.Default());
        assertThat(named.get(ConfigKeys.HOST)).isEqualTo("node-1");
    }

    @Test
    void anAdaptersSectionIsPassedOnAsItWasWritten() {
        Configuration configuration = read(
                file(
                        "zookeeper", Map.of(),
                        "zookeeper.connect", "zk1:2181",
                        "zookeeper.tls.key-store", "a.p12",
                        "zookeeper.list", List.of(1, "b"),
                        "etcd.endpoints", "unused"),
                Flags.layer(List.of("zookeeper.tls.trust-store=b.p12")));

        assertThat(configuration.section("zookeeper").values())
                .isEqualTo(Map.of(
                        "connect", "zk1:2181",
                        "tls", Map.of("key-store", "a.p12", "trust-store", "b.p12"),
                        "list", List.of(1, "b")));
        assertThat(configuration.originOf("zookeeper.tls.key-store")).isEqualTo(line(3));
        assertThat(configuration.originOf("zookeeper.tls.trust-store")).isEqualTo(new Origin.Flag(1));
        assertThat(configuration.section("localfile").values()).isEmpty();
    }

    @Test
    void theSectionOfAChosenAdapterIsKnown() {
        assertThat(problems(file("transport", "carrier-pigeon", "carrier-pigeon.loft", 1)))
                .isEmpty();
        assertThat(problems(file("carrier-pigeon.loft", 1))).hasSize(1);
    }

    @Test
    void aTopologysOwnConfigHoldsOverEverything() {
        Configuration configuration = read(
                file("topology.workers", 2, "topology.debug", true),
                Flags.layer(List.of("topology.message.timeout.secs=9")));
        Map<String, Object> own = Map.of("topology.workers", 3, "my.key", "kept");

        assertThat(configuration.forTopology(own))
                .isEqualTo(Map.of(
                        "topology.workers",
                        3,
                        "topology.debug",
                        true,
                        "topology.message.timeout.secs",
                        "9",
                        "my.key",
                        "kept"));
        assertThat(configuration.originFor(own, "topology.workers")).isEqualTo(new Origin.Topology());
        assertThat(configuration.originFor(own, "topology.debug")).isEqualTo(line(2));
        assertThat(configuration.originFor(own, "topology.tasks")).isEqualTo(new Origin.Default());
    }

    @ParameterizedTest
    @ValueSource(strings = {"nimbus.api.token", "nimbus.api.tls.key-store-password"})
    void aSecretMayComeFromAFile(String key) {
        ConfigLayer layer = file(key + ".file", "secret.txt", "nimbus.api.tls.key-store", "a.p12");
        Configuration configuration = readWithFiles(Map.of("secret.txt", "hunter2"), layer);

        assertThat(ConfigKeys.ALL.stream()
                        .filter(it -> it.name().equals(key))
                        .findFirst()
                        .flatMap(configuration::find)
                        .map(Object.class::cast))
                .contains(new Secret("hunter2"));
        assertThat(configuration.originOf(key)).isEqualTo(line(1));
    }

    @Test
    void ofASecretAndItsFileTheHigherLayerHolds() {
        ConfigLayer named = file("nimbus.api.token.file", "secret.txt");
        ConfigLayer plain = Flags.layer(List.of("nimbus.api.token=flag"));

        assertThat(token(named, plain)).isEqualTo("flag");
        assertThat(token(plain, named)).isEqualTo("file");
    }

    @Test
    void aSecretAndItsFileInOneLayerAreAProblem() {
        assertThat(problems(file("nimbus.api.token.file", "x", "nimbus.api.token", "hunter2")))
                .containsExactly(
                        "gale.yaml:1:1: nimbus.api.token.file: is set, and so is nimbus.api.token; leave one of"
                                + " them out");
    }

    @Test
    void aSecretFileWithoutContentIsAProblem() {
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> readWithFiles(Map.of("x", " "), file("nimbus.api.token.file", "x")))
                .withMessageContaining("names a file without content");
    }

    @Test
    void theValueOfASecretIsInNoMessage() {
        ConfigLayer secrets = file(
                "nimbus.api.token", List.of("hunter2"),
                "nimbus.api.tls.key-store-password", Map.of("hunter2", 1),
                "nimbus.api.tokn", "hunter2",
                "zookeper.password", "hunter2",
                "zookeeper", "hunter2");
        ConfigLayer flags = Flags.layer(List.of("hunter2", "=hunter2", "nimbus.api.tokn=hunter2"));
        ConfigLayer environment = EnvironmentVariables.layer(Map.of("GALE_NIMBUS_API_TOKN", "hunter2"));

        assertThat(problems(secrets, flags, environment)).hasSize(9).noneMatch(it -> it.contains("hunter2"));
        assertThat(secrets.toString()).doesNotContain("hunter2");
        Configuration configuration =
                read(file("nimbus.api.token", "hunter2", "zookeeper.password", "hunter2", "zookeeper.retries", 3));
        assertThat(configuration + " " + configuration.effective() + configuration.find(ConfigKeys.NIMBUS_API_TOKEN)
                        + ApiSettings.of(configuration) + ClientSettings.of(configuration))
                .doesNotContain("hunter2")
                .contains("***")
                .contains("zookeeper.retries, shown=3");
    }

    @Test
    void theLastOfSeveralFlagsHolds() {
        Configuration configuration = read(Flags.layer(List.of("nimbus.api.port=1", "nimbus.api.port=2")));

        assertThat(configuration.get(ConfigKeys.NIMBUS_API_PORT)).isEqualTo(2);
        assertThat(configuration.originOf("nimbus.api.port")).isEqualTo(new Origin.Flag(2));
    }

    private static String token(ConfigLayer... layers) {
        return readWithFiles(Map.of("secret.txt", "file"), layers)
                .get(ConfigKeys.NIMBUS_API_TOKEN)
                .reveal();
    }

    private static Duration seconds(int seconds) {
        return Duration.ofSeconds(seconds);
    }
}
