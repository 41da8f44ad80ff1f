package dev.gale.distribution.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.distribution.profile.Installation.Outcome;
import dev.gale.tck.network.FreePort;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The default profile, unpacked and used as its user would. */
@Timeout(value = 6, unit = TimeUnit.MINUTES)
class ProfileIT {
    private static final List<String> LENT = List.of("gale-spi-", "slf4j-", "jspecify-", "logback-");

    @TempDir
    static Path directory;

    private static Installation installation;
    private static Path home;
    private static List<String> unpacked;

    @BeforeAll
    static void unpack() throws Exception {
        installation = Installation.unpack("zookeeper-netty", directory);
        home = installation.home();
        unpacked = Installation.names(home);
    }

    @Test
    void theLayoutIsThatOfEveryProfile() throws IOException {
        assertThat(unpacked).containsExactly("LICENSE", "bin", "conf", "examples", "lib", "plugins");
        assertThat(Installation.names(home.resolve("plugins")))
                .containsExactly("localfile", "memory", "netty", "zookeeper");
        assertThat(Installation.names(home.resolve("conf"))).containsExactly("gale.yaml", "logback.xml", "systemd");
        assertThat(home.resolve("bin/gale")).isExecutable();
        assertThat(Installation.names(home.resolve("examples")))
                .anyMatch(name -> name.matches("gale-examples-.*\\.jar"));
    }

    @Test
    void adaptersAreInPluginsWithAllTheirLibrariesAndNowhereElse() throws IOException {
        assertThat(Installation.names(home.resolve("lib")))
                .filteredOn(name -> name.matches("(gale-adapter-(?!http)|netty-|curator-|zookeeper-|chronicle-).*"))
                .isEmpty();
        for (String plugin : Installation.names(home.resolve("plugins"))) {
            List<String> jars = Installation.names(home.resolve("plugins").resolve(plugin));
            assertThat(jars)
                    .as(plugin)
                    .filteredOn(jar -> jar.startsWith("gale-"))
                    .hasSize(1);
            assertThat(jars).as(plugin).noneMatch(jar -> LENT.stream().anyMatch(jar::startsWith));
        }
        for (String plugin : List.of("netty", "zookeeper")) {
            assertThat(Installation.names(home.resolve("plugins").resolve(plugin)))
                    .anyMatch(jar -> jar.startsWith("netty-common-"));
        }
    }

    @Test
    void aClusterStartsFromItAndRunsAnExample() throws Exception {
        int port = FreePort.next();
        Process dev = installation.dev(port);
        try {
            Map<String, String> client = Map.of("GALE_NIMBUS_SEEDS", "127.0.0.1:" + port);
            List<String> commands = documentedCommands();
            assertThat(commands).hasSizeGreaterThan(2);
            for (String command : commands) {
                Outcome outcome = run(client, home, List.of("bash", "-c", command));
                assertThat(outcome.code()).as(command + ": " + outcome.err()).isZero();
                if (command.startsWith("bin/gale jar ")) {
                    installation.awaitFinished(dev, client, "colors");
                }
            }
            assertThat(workers()).as("workers in " + directory).isEmpty();
        } finally {
            dev.destroy();
            assertThat(dev.waitFor()).isZero();
        }
        assertThat(installation.devErrors()).doesNotContain("WARN", "ERROR", "Exception");
        assertThat(directory.resolve("dev")).isDirectory();
    }

    @Test
    void localModeRunsFromItToo() throws Exception {
        Outcome outcome = gale("local", installation.example(), "dev.gale.examples.colors.ColorsTopology");

        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.out()).contains("yellow");
    }

    @ParameterizedTest
    @CsvSource({
        "metadata.store, 'memory, zookeeper'",
        "transport, 'memory, netty'",
        "heartbeat, 'localfile, memory'",
    })
    void anAdapterThatIsNotInstalledIsNamedWithThePlaceToPutIt(String port, String installed) throws Exception {
        for (String daemon : List.of("nimbus", "supervisor", "dev")) {
            Outcome outcome = gale(daemon, "-c", port + "=acme", "-c", "gale.local.dir=" + directory.resolve("local"));

            assertThat(outcome.code()).as(daemon + ": " + outcome.err()).isEqualTo(78);
            assertThat(outcome.err().lines().filter(line -> line.startsWith("gale: ")))
                    .as(daemon)
                    .singleElement()
                    .asString()
                    .contains(port + ": there is no adapter named 'acme'; found " + installed + ".")
                    .contains(home.resolve("plugins/acme").toString());
            assertThat(outcome.err()).as(daemon).doesNotContain("Exception");
        }
    }

    @Test
    void aStoreWithoutAServerOfItsOwnIsNoneForTheDevelopmentCluster() throws Exception {
        Outcome outcome = gale("dev", "-c", "metadata.store=memory");

        assertThat(outcome.code()).as(outcome.err()).isEqualTo(78);
        assertThat(outcome.err()).contains("the adapter 'memory' brings no server", "those that do are zookeeper");
    }

    @Test
    void itsPluginsAreListedAndShownAndPass() throws Exception {
        assertThat(gale("plugin", "list").out().lines().map(line -> line.replaceAll("  +", "|")))
                .containsExactly(
                        "NAME|KINDS|VERSION|SPI|FOLDER|STATE",
                        "localfile|heartbeat|" + version() + "|[1,2)|localfile|ok",
                        "memory|metadata.store, transport, heartbeat|" + version() + "|[1,2)|memory|ok",
                        "netty|transport|" + version() + "|[1,2)|netty|ok",
                        "zookeeper|metadata.store, companion|" + version() + "|[1,2)|zookeeper|ok");
        assertThat(gale("plugin", "list", "-o", "json").out())
                .contains("\"name\" : \"netty\"", "\"kind\" : \"transport\"", "\"spi\" : \"[1,2)\"");

        Outcome info = gale("plugin", "info", "netty");
        assertThat(info.out())
                .contains(home.resolve("plugins/netty").toString(), "section netty of gale.yaml", "netty-common-");
        assertThat(gale("plugin", "info", "acme").code()).isEqualTo(3);
        assertThat(gale("plugin", "info", "acme").err())
                .isEqualTo("gale: There is no plugin 'acme'; there are localfile, memory, netty, zookeeper\n");

        for (String plugin : Installation.names(home.resolve("plugins"))) {
            Outcome verified =
                    gale("plugin", "verify", home.resolve("plugins/" + plugin).toString());
            assertThat(verified.code()).as(verified.out() + verified.err()).isZero();
        }
    }

    @Test
    void aPluginThatDoesNotFitIsToldByEachCommand() throws Exception {
        Path other = directory.resolve("other");
        Path folder = Files.createDirectories(other.resolve("plugins/acme"));
        try (OutputStream out = Files.newOutputStream(folder.resolve("acme.jar"));
                ZipOutputStream jar = new ZipOutputStream(out)) {
            jar.putNextEntry(new ZipEntry("META-INF/MANIFEST.MF"));
            jar.write("Manifest-Version: 1.0\nGale-Spi-Version: [2,3)\n".getBytes(StandardCharsets.UTF_8));
            jar.putNextEntry(new ZipEntry("META-INF/services/dev.gale.spi.transport.TransportFactory"));
            jar.write("com.acme.Factory".getBytes(StandardCharsets.UTF_8));
        }
        Map<String, String> there = Map.of("GALE_JVM_OPTS", "-Dgale.home=" + other);
        String gale = home.resolve("bin/gale").toString();

        Outcome verified = run(there, directory, List.of(gale, "plugin", "verify", folder.toString()));
        assertThat(verified.code()).isEqualTo(1);
        assertThat(verified.out()).contains("manifest", "acme.jar fits the versions [2,3) of Gale's SPI");
        assertThat(run(there, directory, List.of(gale, "plugin", "list")).out()).contains("unfit: acme.jar fits");
        Outcome started = run(there, directory, List.of(gale, "config", "validate"));
        assertThat(started.code()).isEqualTo(78);
        assertThat(started.err())
                .contains("the plugin in " + folder + " cannot be used: acme.jar fits the versions [2,3)");
    }

    @Test
    void optionsForTheDaemonsJvmComeFromTheConfiguration() throws Exception {
        assertThat(gale("nimbus", "--childopts").out()).isEqualTo("-Xmx1024m\n");
        assertThat(gale("supervisor", "--childopts", "-c", "supervisor.childopts=-Xmx300m -Da=b")
                        .out())
                .isEqualTo("-Xmx300m\n-Da=b\n");
    }

    @Test
    void unitsForSystemdStartWhatIsThereAndLeaveWorkersAlone() throws Exception {
        for (String daemon : List.of("nimbus", "supervisor")) {
            Map<String, List<String>> unit = unit(home.resolve("conf/systemd/gale-" + daemon + ".service"));

            assertThat(unit.get("ExecStart")).singleElement().asString().startsWith("/opt/gale/bin/gale " + daemon);
            assertThat(unit.get("RestartPreventExitStatus")).containsExactly("78");
            assertThat(unit.get("KillMode")).isEqualTo(daemon.equals("supervisor") ? List.of("process") : null);
            String[] command = unit.get("ExecStart").get(0).split(" ");
            List<String> arguments = new ArrayList<>(List.of(command).subList(1, command.length));
            arguments.add("--childopts");
            assertThat(gale(arguments.toArray(String[]::new)).code()).isZero();
        }
    }

    /** As the document for operators has them, to be typed where it was unpacked. */
    private static List<String> documentedCommands() throws IOException {
        String document = Files.readString(Path.of("../docs/cluster.md"));
        return document.split("```sh installed\n")[1].split("```")[0].lines().toList();
    }

    private static String version() throws Exception {
        return gale("version").out().lines().findFirst().orElseThrow().replace("Gale ", "");
    }

    private static Outcome gale(String... arguments) throws Exception {
        return installation.gale(arguments);
    }

    private static Outcome run(Map<String, String> environment, Path where, List<String> command) throws Exception {
        return installation.run(environment, where, command);
    }

    private static List<String> workers() {
        String mark = "-Dgale.worker.directory=" + directory;
        return ProcessHandle.allProcesses()
                .map(process -> process.info().commandLine().orElse(""))
                .filter(line -> line.contains(mark))
                .toList();
    }

    private static Map<String, List<String>> unit(Path file) throws IOException {
        return Files.readAllLines(file).stream()
                .filter(line -> line.matches("\\w+=.*"))
                .map(line -> line.split("=", 2))
                .collect(Collectors.groupingBy(
                        entry -> entry[0], TreeMap::new, Collectors.mapping(entry -> entry[1], Collectors.toList())));
    }
}
