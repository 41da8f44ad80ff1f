package dev.gale.distribution.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.adapter.http.Samples;
import dev.gale.control.Control;
import dev.gale.control.ControlException;
import dev.gale.control.ControlException.Kind;
import dev.gale.control.SubmitRequest;
import dev.gale.control.TopologyState;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Main classes of a jar that the command line has never seen. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class MainClassIT {
    @TempDir
    static Path folder;

    private static Path jar;

    private final CliProbe gale = new CliProbe();

    @BeforeAll
    static void compile() throws IOException {
        Map<String, String> sources = new TreeMap<>();
        sources.put("Three", """
                public class Three extends BaseRichSpout {
                    private SpoutOutputCollector out;
                    private int left = 3;
                    public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector out) { this.out = out; }
                    public void nextTuple() { if (left-- > 0) out.emit(new Values(left)); else out.finish(); }
                    public void declareOutputFields(OutputFieldsDeclarer declarer) { declarer.declare(new Fields("n")); }
                }
                """);
        sources.put("Main", """
                public class Main {
                    public static void main(String[] args) {
                        TopologyBuilder builder = new TopologyBuilder();
                        builder.setSpout("three", new Three());
                        Config conf = new Config();
                        if (args.length > 1) conf.put(args[1], args[2]);
                        TopologySubmitter.submit(args[0], conf, builder.createTopology());
                        System.setProperty("my.done", "yes");
                    }
                }
                """);
        sources.put("Throws", """
                public class Throws {
                    public static void main(String[] args) { throw new IllegalStateException("boom"); }
                }
                """);
        sources.put("Outer", """
                public class Outer {
                    public static class Inner {
                        static final Object NONE = new Object() {};
                        public static void main(String[] args) { Main.main(args); }
                    }
                }
                """);
        sources.put("Fails", """
                public class Fails {
                    static final int SIZE = size();
                    static int size() { throw new IllegalStateException("no size"); }
                    public static void main(String[] args) {}
                }
                """);
        sources.put("Later", """
                public class Later {
                    public static void main(String[] args) { Main.main(args); throw new IllegalStateException("later"); }
                }
                """);
        sources.put("Nothing", "public class Nothing { public static void main(String[] args) {} }");
        sources.put("NoMain", "public class NoMain {}");
        sources.put("Holds", """
                public class Holds {
                    public static class Bad extends Three { Object thread = new Thread(); }
                    public static void main(String[] args) {
                        TopologyBuilder builder = new TopologyBuilder();
                        builder.setSpout("bad", new Bad());
                        TopologySubmitter.submit("holds", Map.of(), builder.createTopology());
                    }
                }
                """);
        sources.put("Hidden", """
                public class Hidden {
                    public static void main(String[] args) throws Exception { Class.forName("picocli.CommandLine"); }
                }
                """);
        jar = TestJar.of(folder, sources);
    }

    @Test
    void aJarIsUploadedAndItsTopologySubmitted() {
        CliProbe.Result result = gale.run("jar", jar.toString(), "my.Main", "words", "my.key", "--not-an-option");

        assertThat(result.err()).isEqualTo("'gale status words' shows how it does\n");
        assertThat(result.out()).isEqualTo("words is ACTIVE as words-1-1796033730\n");
        assertThat(result.code()).isZero();
        assertThat(gale.cluster.uploads().content("upload-1")).isEqualTo(bytes(jar));
        assertThat(gale.cluster.calls()).endsWith("submit");
    }

    @Test
    void uploadsThatAreLostAreSentAgainWithTheSameKey() {
        List<String> keys = new ArrayList<>();
        CliProbe.Result result = gale.run(refusing(Kind.NOT_FOUND, 1, keys), "jar", jar.toString(), "my.Main", "words");

        assertThat(result.code()).as(result.err()).isZero();
        assertThat(keys).hasSize(2).doesNotContain("");
        assertThat(new TreeSet<>(keys)).hasSize(1);
        assertThat(gale.cluster.calls().stream().filter("finishUpload"::equals)).hasSize(4);
    }

    @Test
    void uploadsThatAreAlwaysLostAreAFailure() {
        CliProbe.Result result =
                gale.run(refusing(Kind.NOT_FOUND, 100, new ArrayList<>()), "jar", jar.toString(), "my.Main", "words");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("has lost what was uploaded: as it is");
    }

    @Test
    void aTopologyThatTheClusterRefusesHasFailedToo() {
        CliProbe.Result result =
                gale.run(refusing(Kind.INVALID, 1, new ArrayList<>()), "jar", jar.toString(), "my.Main", "words");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).isEqualTo("gale: Topology 'words' was refused: as it is\n");
    }

    @Test
    void aHostileJarIsNotUploaded() throws IOException {
        Path hostile = TestJar.with(jar, folder.resolve("hostile.jar"), "../../evil", new byte[] {1});
        CliProbe.Result result = gale.run("jar", hostile.toString(), "my.Main", "words");

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err()).contains("../../evil");
        assertThat(gale.cluster.calls()).doesNotContain("beginUpload", "submit");
    }

    /** The cluster, but its first submits are refused. */
    private Control refusing(Kind kind, int times, List<String> keys) {
        return (Control) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Control.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("submit")) {
                        keys.add(((SubmitRequest) arguments[0]).idempotencyKey());
                        if (keys.size() <= times) {
                            return CompletableFuture.failedStage(new ControlException(kind, "as it is"));
                        }
                    }
                    try {
                        return method.invoke(gale.cluster, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Test
    void itMayStartInactive() {
        assertThat(gale.run("jar", "--inactive", jar.toString(), "my.Main", "words")
                        .out())
                .startsWith("words is INACTIVE");
    }

    @Test
    void progressIsForTerminals() {
        assertThat(gale.onTerminal()
                        .run("jar", jar.toString(), "my.Main", "words")
                        .err())
                .contains("Uploading my.jar [####");
    }

    @Test
    void aNameThatIsTakenIsAConflictBeforeAnythingIsUploaded() {
        gale.cluster.put(Samples.topology("words", TopologyState.ACTIVE));
        CliProbe.Result result = gale.run("jar", jar.toString(), "my.Main", "words");

        assertThat(result.code()).isEqualTo(4);
        assertThat(result.err())
                .isEqualTo(
                        "gale: There is a topology 'words' already, ACTIVE; 'gale kill words' ends it, or choose another name\n");
        assertThat(gale.cluster.calls()).containsExactly("topologies");
    }

    @Test
    void aClusterThatIsNotThereIsUnreachable() {
        gale.cluster.failNext(new ControlException(Kind.UNAVAILABLE, "No nimbus answers"));

        assertThat(gale.run("jar", jar.toString(), "my.Main", "words").code()).isEqualTo(6);
    }

    @Test
    void everythingWrongWithATopologyIsSaidTogether() {
        CliProbe.Result result = gale.run("jar", jar.toString(), "my.Main", "a name", "topology.wrokers", "3");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("'a name' is not a name", "topology.wrokers", "topology.workers");
        assertThat(gale.cluster.calls()).isEmpty();
    }

    @Test
    void aMainClassThatThrowsIsNamedWithTheLine() {
        CliProbe.Result result = gale.run("jar", jar.toString(), "my.Throws");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err())
                .isEqualTo(
                        "gale: my.Throws threw java.lang.IllegalStateException: boom at my.Throws.main(Throws.java:5);"
                                + " -v shows the stack trace\n");
        assertThat(gale.run("jar", "-v", jar.toString(), "my.Throws").err()).contains("\tat my.Throws.main");
    }

    @Test
    void aMainClassWithinAnotherIsRun() {
        assertThat(gale.run("jar", jar.toString(), "my.Outer$Inner", "words").out())
                .startsWith("words is ACTIVE");
        assertThat(gale.run("jar", jar.toString(), "my.Outer.Inner", "words").err())
                .contains("did you mean 'my.Outer$Inner'?");
    }

    @Test
    void aClassThatCannotBeInitializedIsNamedWithTheCause() {
        assertThat(gale.run("jar", jar.toString(), "my.Fails").err())
                .startsWith(
                        "gale: my.Fails threw java.lang.IllegalStateException: no size at my.Fails.size(Fails.java:");
    }

    @Test
    void whatWasSubmittedIsToldThoughTheMainClassThrowsLater() {
        CliProbe.Result result = gale.run("jar", jar.toString(), "my.Later", "words");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.out()).startsWith("words is ACTIVE as ");
        assertThat(result.err()).contains("'gale status words' shows how it does\n", "IllegalStateException: later");
    }

    @Test
    void aMainClassThatSubmitsNothingHasFailed() {
        CliProbe.Result result = gale.run("jar", jar.toString(), "my.Nothing");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("my.Nothing submitted no topology", "TopologySubmitter.submit");
        assertThat(gale.run("local", jar.toString(), "my.Nothing").code()).isEqualTo(1);
    }

    @Test
    void whatIsNoMainClassIsSaidToBeNone() throws IOException {
        Path garbage = Files.writeString(folder.resolve("garbage.jar"), "garbage");

        assertThat(gale.run("jar", jar.toString(), "my.NoMain").err()).contains("public static void main");
        assertThat(gale.run("jar", jar.toString(), "Main").err()).contains("did you mean 'my.Main'?");
        assertThat(gale.run("jar", jar.toString(), "my.Mian"))
                .satisfies(it -> assertThat(it.err()).contains("did you mean 'my.Main'?"))
                .satisfies(it -> assertThat(it.code()).isEqualTo(2));
        assertThat(gale.run("jar", garbage.toString(), "my.Main"))
                .satisfies(it -> assertThat(it.err()).contains("is no jar"))
                .satisfies(it -> assertThat(it.code()).isEqualTo(2));
        assertThat(gale.run("jar", folder.toString(), "my.Main").err()).contains("is no file");
    }

    @Test
    void aComponentThatCannotBeSerializedIsNamed() {
        CliProbe.Result result = gale.run("jar", jar.toString(), "my.Holds");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains("component 'bad'", "java.lang.Thread", "transient");
        assertThat(gale.cluster.calls()).isEmpty();
    }

    @Test
    void aJarDoesNotSeeTheLibrariesOfTheCommandLine() {
        assertThat(gale.run("jar", jar.toString(), "my.Hidden").err())
                .contains("my.Hidden needs class picocli.CommandLine, which is not in ");
    }

    @Test
    void localRunsTheSameMainUntilItHasFinished() {
        CliProbe.Result result = gale.run("local", "-c", "topology.workers=2", jar.toString(), "my.Main", "words");

        assertThat(result.err()).isEmpty();
        assertThat(result.out()).isEqualTo("words is FINISHED, 0 tuples pending\n");
        assertThat(result.code()).isZero();
        assertThat(gale.cluster.calls()).isEmpty();
    }

    @Test
    void localRefusesWhatAClusterWould() {
        assertThat(gale.run("local", jar.toString(), "my.Main", "words", "topology.wrokers", "3"))
                .satisfies(it -> assertThat(it.code()).isEqualTo(1))
                .satisfies(it -> assertThat(it.err()).contains("topology.workers"));
    }

    @Test
    void theContextLoaderIsAsItWas() {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        gale.run("jar", jar.toString(), "my.Throws");

        assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(before);
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
