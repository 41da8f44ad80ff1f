package dev.gale.distribution.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.gale.adapter.http.HttpApi;
import dev.gale.adapter.http.HttpSettings;
import dev.gale.adapter.http.HttpSettings.Limits;
import dev.gale.adapter.http.InMemoryControl;
import dev.gale.adapter.http.Samples;
import dev.gale.control.TopologyState;
import dev.gale.tck.network.FreePort;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The start script, run in a folder as the package has it. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class LauncherIT {
    private static final Path SCRIPT = Path.of("src/main/dist/bin/gale");

    /** Says what it was started with. */
    private static final String ECHO = "#!/bin/sh\nfor a in \"$@\"; do echo \"$a\"; done\n";

    /** Types at the prompt of a zsh on a terminal of its own, and waits for what a tab makes of it. */
    private static final String AT_A_PROMPT = """
            zmodload zsh/zpty
            expect() {
                local end=$((SECONDS + 60))
                while ((SECONDS < end)); do
                    while zpty -rt z chunk; do seen+=$chunk; done
                    [[ $seen != *$1* ]] || return 0
                    sleep 0.05
                done
                print -r -- "no $1 in $seen"
                exit 1
            }
            zpty -b z "TERM=dumb PS1='ready> ' zsh -f -i"
            expect 'ready> '
            seen=
            zpty -w z "source '$1'; print loa''ded"
            expect loaded
            expect 'ready> '
            zpty -n -w z $'gale re\\t'
            expect 'gale rebalance '
            zpty -n -w z $'--wo\\t'
            expect '--workers'
            zpty -d z
            """;

    @TempDir
    Path folder;

    private Path gale;

    private record Outcome(int code, String out, String err) {}

    @BeforeEach
    void install() throws IOException {
        Path home = folder.resolve("home of gale");
        gale = home.resolve("bin/gale");
        Files.createDirectories(gale.getParent());
        Files.copy(SCRIPT, gale);
        Files.createDirectories(home.resolve("lib"));
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes()
                .put(
                        Attributes.Name.CLASS_PATH,
                        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                                .map(entry -> Path.of(entry).toUri().toString())
                                .collect(Collectors.joining(" ")));
        try (OutputStream file = Files.newOutputStream(home.resolve("lib/all.jar"))) {
            new JarOutputStream(file, manifest).close();
        }
    }

    @Test
    void itStartsFromAnywhereThroughLinks() throws Exception {
        Path link = Files.createSymbolicLink(folder.resolve("gale"), gale);
        Outcome outcome = run(Map.of(), link.toString(), "version");

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).startsWith("Gale ");
        assertThat(outcome.code()).isZero();
    }

    @Test
    void foldersAndArgumentsMayHaveOtherLettersWithoutALocale() throws Exception {
        Path home = gale.getParent().getParent();
        // The name is made by a shell: this JVM may itself have no locale in which it could be.
        String move = "mv \"$1\" \"${1%/*}/$(printf 'gr\\303\\266\\303\\237e')\"";
        assertThat(run(Map.of(), "bash", "-c", move, "bash", home.toString()).code())
                .isZero();
        String start = "cd \"$1\"/gr* && exec /bin/bash bin/gale jar \"$(printf '\\303\\266.jar')\" my.Main";
        Outcome outcome = run(Map.of("LC_ALL", "POSIX"), "bash", "-c", start, "bash", folder.toString());

        assertThat(outcome.err()).isEqualTo("gale: There is no file \u00f6.jar\n");
        assertThat(outcome.code()).isEqualTo(2);
    }

    @Test
    void whatCannotBeWrittenIsAFailureUnlessItsReaderWantsNoMore() throws Exception {
        assumeThat(Path.of("/dev/full")).exists();
        Outcome full =
                run(Map.of(), "bash", "-c", "exec /bin/bash \"$1\" version > /dev/full", "bash", gale.toString());
        String piped = "/bin/bash \"$1\" config show | head -n 1; exit ${PIPESTATUS[0]}";
        Outcome head = run(Map.of(), "bash", "-c", piped, "bash", gale.toString());

        assertThat(full)
                .isEqualTo(new Outcome(1, "", "gale: the output could not be written: No space left on device\n"));
        assertThat(head.err()).isEmpty();
        assertThat(head.out()).startsWith("KEY ").hasLineCount(1);
        assertThat(head.code()).isZero();
    }

    @Test
    void aDaemonThatCannotWriteItsLogDoesNotStart() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "");
        Map<String, String> nowhere = Map.of("GALE_LOG_DIR", file + "/logs");

        assertThat(run(nowhere, gale.toString(), "nimbus"))
                .isEqualTo(new Outcome(
                        1,
                        "",
                        "gale: the folder for logs, " + file
                                + "/logs, cannot be written; set GALE_LOG_DIR to one that can\n"));
        assertThat(run(nowhere, gale.toString(), "nimbus", "--help").code()).isZero();
        assertThat(run(nowhere, gale.toString(), "version").code()).isZero();
    }

    @Test
    void codesAndStreamsOfTheCommandLineComeThrough() throws Exception {
        Outcome outcome = run(Map.of(), gale.toString(), "lsit");

        assertThat(outcome.out()).isEmpty();
        assertThat(outcome.err()).startsWith("gale: there is no command 'lsit'; did you mean 'list'?\n");
        assertThat(outcome.code()).isEqualTo(2);
    }

    @Test
    void itShowsAndChangesWhatIsBehindTheServer() throws Exception {
        InMemoryControl cluster = new InMemoryControl();
        cluster.put(Samples.topology("words", TopologyState.ACTIVE));
        HttpSettings guarded = new HttpSettings(
                "127.0.0.1", 0, Optional.of("secret"), Optional.empty(), Optional.empty(), Limits.DEFAULT);
        try (HttpApi api = HttpApi.start(guarded, cluster)) {
            Map<String, String> environment =
                    Map.of("GALE_NIMBUS_SEEDS", "127.0.0.1:" + api.port(), "GALE_NIMBUS_API_TOKEN", "secret");

            assertThat(run(environment, gale.toString(), "list").out()).contains("words  ACTIVE  2/2");
            assertThat(run(environment, gale.toString(), "deactivate", "words"))
                    .isEqualTo(new Outcome(0, "words is INACTIVE\n", ""));
            Outcome denied =
                    run(Map.of("GALE_NIMBUS_SEEDS", "127.0.0.1:" + api.port()), gale.toString(), "activate", "words");
            assertThat(denied.code()).isEqualTo(5);
            assertThat(denied.err()).contains("nimbus.api.token").hasLineCount(1);
        }
        assertThat(cluster.calls()).containsExactly("topologies", "deactivate");
    }

    @Test
    void aClusterThatIsNotThereIsUnreachable() throws Exception {
        int port = FreePort.next();
        Outcome outcome = run(Map.of(), gale.toString(), "list", "--timeout", "1s", "--nimbus", "127.0.0.1:" + port);

        assertThat(outcome.err())
                .startsWith("gale: No nimbus answers at 127.0.0.1:" + port)
                .hasLineCount(1);
        assertThat(outcome.code()).isEqualTo(6);
    }

    @Test
    void anInterruptEndsItAtOnce() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Process process = process(
                            Map.of(),
                            List.of(
                                    "env",
                                    "--default-signal=INT",
                                    "bash",
                                    gale.toString(),
                                    "list",
                                    "--nimbus",
                                    "127.0.0.1:" + silent.getLocalPort()))
                    .start();
            silent.setSoTimeout(60_000);
            try (Socket waiting = silent.accept()) {
                waiting.getInputStream().read();
                assertThat(run(Map.of(), "bash", "-c", "kill -INT " + process.pid())
                                .code())
                        .isZero();
                assertThat(process.waitFor()).isEqualTo(130);
                assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                        .isEmpty();
            }
        }
    }

    @Test
    void flagsAreThoseOfTheJava() throws Exception {
        assertThat(run(Map.of("JAVA_HOME", java("17.0.1")), gale.toString(), "list", "a b")
                        .out()
                        .lines())
                .contains(
                        "--enable-native-access=ALL-UNNAMED",
                        "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
                        "--add-opens=java.base/java.nio=ALL-UNNAMED",
                        "-XX:TieredStopAtLevel=1",
                        "dev.gale.distribution.cli.Main",
                        "a b")
                .noneMatch(flag -> flag.contains("unsafe"));
        assertThat(run(Map.of("JAVA_HOME", java("25.0.3"), "GALE_JVM_OPTS", "-Xmx64m -Da=b"), gale.toString(), "local")
                        .out()
                        .lines())
                .contains("--sun-misc-unsafe-memory-access=allow", "-Xmx64m", "-Da=b")
                .noneMatch(flag -> flag.contains("Tiered"));
        assertThat(run(Map.of("JAVA_HOME", java("17.0.1")), gale.toString(), "jar", "some.jar", "Main", "nimbus")
                        .out()
                        .lines())
                .contains("-XX:TieredStopAtLevel=1", "nimbus")
                .noneMatch(flag -> flag.contains("gale.log"));
    }

    @Test
    void optionsFromTheConfigurationReachTheDaemonsJvmWordByWord() throws Exception {
        String home = java("17.0.1");
        Files.writeString(
                Path.of(home, "bin/java"),
                "#!/bin/sh\ncase \" $* \" in *--childopts*) echo '-Da=b c'; echo -Xmx5m; exit;; esac\n" + ECHO);

        assertThat(run(Map.of("JAVA_HOME", home, "GALE_JVM_OPTS", "-Xmx6m"), gale.toString(), "nimbus")
                        .out()
                        .lines())
                .containsSubsequence("-Da=b c", "-Xmx5m", "-Xmx6m", "dev.gale.distribution.cli.Main", "nimbus");
    }

    @Test
    void aConfigurationThatIsWrongEndsADaemonOnceAndClearly() throws Exception {
        Outcome outcome = run(Map.of(), gale.toString(), "supervisor", "-c", "supervisor.slots.prots=1");

        assertThat(outcome.code()).isEqualTo(78);
        assertThat(outcome.err()).contains("supervisor.slots.ports").doesNotContain("\tat ");
    }

    @Test
    void aJavaThatIsTooOldOrMissingIsSaidToBe() throws Exception {
        String old = java("11.0.2");
        assertThat(run(Map.of("JAVA_HOME", old), gale.toString(), "list"))
                .isEqualTo(new Outcome(
                        1, "", "gale: Gale needs Java 17 or newer, and " + old + "/bin/java is 11; set JAVA_HOME\n"));
        assertThat(run(Map.of("JAVA_HOME", "/nowhere"), gale.toString(), "list").err())
                .isEqualTo(
                        "gale: Gale needs Java 17 or newer, and JAVA_HOME is /nowhere, where there is no bin/java\n");
        Path tools = Files.createDirectories(folder.resolve("tools"));
        for (String tool : List.of("dirname", "readlink", "sed", "head")) {
            Files.createSymbolicLink(tools.resolve(tool), Path.of("/usr/bin").resolve(tool));
        }
        assertThat(run(Map.of("JAVA_HOME", "", "PATH", tools.toString()), gale.toString(), "list"))
                .isEqualTo(new Outcome(
                        1,
                        "",
                        "gale: Gale needs Java 17 or newer, and there is no java on the path or in JAVA_HOME\n"));
    }

    @Test
    void bashCompletes() throws Exception {
        Path script = Files.writeString(
                folder.resolve("completion.bash"),
                run(Map.of(), gale.toString(), "completion", "bash").out());
        Outcome outcome = run(
                Map.of(),
                "bash",
                "-c",
                "compopt() { :; } && source '" + script + "' && COMP_WORDS=(gale re) COMP_CWORD=1 && _complete_gale"
                        + " && echo \"${COMPREPLY[@]}\"");

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out()).isEqualTo("rebalance\n");
    }

    @Test
    void zshCompletesAtItsPrompt() throws Exception {
        assumeThat(Stream.of(System.getenv("PATH").split(File.pathSeparator))
                        .anyMatch(place -> Files.isExecutable(Path.of(place, "zsh"))))
                .as("there is a zsh")
                .isTrue();
        Path script = Files.writeString(
                folder.resolve("completion.zsh"),
                run(Map.of(), gale.toString(), "completion", "zsh").out());
        Path user = Files.writeString(folder.resolve("user.zsh"), AT_A_PROMPT);

        Outcome outcome = run(Map.of(), "bash", "-c", "exec zsh -f '" + user + "' '" + script + "'");

        assertThat(outcome.code()).as(outcome.out() + outcome.err()).isZero();
    }

    /** @return the home of a Java of this version, which only says what it was started with */
    private String java(String version) throws IOException {
        Path home = folder.resolve("java-" + version);
        Path java = home.resolve("bin/java");
        Files.createDirectories(java.getParent());
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        Files.writeString(java, ECHO);
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        return home.toRealPath().toString();
    }

    private Outcome run(Map<String, String> environment, String... command) throws Exception {
        List<String> whole = new ArrayList<>(List.of(command));
        if (!command[0].equals("bash")) {
            whole.add(0, "/bin/bash");
        }
        Path out = Files.createTempFile(folder, "out", "");
        Path err = Files.createTempFile(folder, "err", "");
        Process process = process(environment, whole)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        return new Outcome(process.waitFor(), Files.readString(out), Files.readString(err));
    }

    private static ProcessBuilder process(Map<String, String> environment, List<String> command) {
        ProcessBuilder process = new ProcessBuilder(command);
        process.environment().put("JAVA_HOME", System.getProperty("java.home"));
        process.environment().remove("JAVA_TOOL_OPTIONS");
        process.environment().putAll(environment);
        return process;
    }
}
