package dev.gale.arch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every law is broken once by the sample tree {@code bad}, says so in words, and is kept by the sample tree {@code good}. */
class BrokenLawsTest {
    private static final String BAD = "dev.gale.arch.sample.bad";
    private static final String GOOD = "dev.gale.arch.sample.good";

    private static final JavaClasses BAD_TREE = new ClassFileImporter().importPackages(BAD);
    private static final JavaClasses GOOD_TREE = new ClassFileImporter().importPackages(GOOD);

    /** What the report of each law contains besides its sentence and reason. */
    private static final Map<String, List<String>> REPORTS = new TreeMap<>();

    static {
        REPORTS.put("spi-stands-alone", List.of("spi.SeesTheEngine.task()", "spi.UsesALibrary", "org.slf4j.Marker"));
        REPORTS.put("engine-domain-stands-alone", List.of("engine.task.SeesSpi.port"));
        REPORTS.put("api-stands-alone", List.of("api.ApiThatSeesTheEngine.task()"));
        REPORTS.put("engine-runtime-sees-the-hexagon-only", List.of("runtime.two.SeesAnAdapter.adapter"));
        REPORTS.put("spi-tck-sees-spi-only", List.of("tck.SeesTheRuntime.one"));
        REPORTS.put("http-sees-the-use-cases-and-its-library", List.of("adapter.http.SeesNimbus.nimbus"));
        REPORTS.put(
                "engine-domain-reads-no-clock",
                List.of("System.nanoTime()", "Instant.now()", "Clock.systemUTC()", "java.util.Date.<init>()"));
        REPORTS.put(
                "engine-domain-has-no-threads",
                List.of("java.lang.Thread", "Executors", "ReentrantLock", "StartsThreads.later()"));
        REPORTS.put(
                "engine-domain-leaves-nothing-to-chance",
                List.of("java.util.Random.", "ThreadLocalRandom", "UUID.randomUUID()", "Collections.shuffle("));
        REPORTS.put(
                "engine-domain-says-nothing",
                List.of(
                        "java.util.logging.Logger",
                        "System.out",
                        "printStackTrace",
                        "System.exit",
                        "System.getenv",
                        "Talks.later()"));
        REPORTS.put("engine-domain-does-no-io", List.of("java.io.FileInputStream"));
        REPORTS.put("spi-reads-no-clock", List.of("System.currentTimeMillis()"));
        REPORTS.put("spi-has-no-threads", List.of("Thread.currentThread()"));
        REPORTS.put("spi-leaves-nothing-to-chance", List.of("Math.random()"));
        REPORTS.put("spi-says-nothing", List.of("System.err"));
        REPORTS.put("spi-does-no-io", List.of("java.nio.file.Files.readString"));
        REPORTS.put(
                "engine-domain-runs-down-two-lines",
                List.of(
                        "ack and nimbus are on different lines",
                        "schedule does not come before cluster on its line",
                        "grouping does not come before tuple on its line",
                        "topology is shared by both lines and sees neither, but sees nimbus",
                        "engine.bridge.Bridge sees both the control line and the data line"));
        REPORTS.put("engine-domain-has-no-cycles", List.of("Slice grouping", "Slice tuple"));
        REPORTS.put("engine-runtime-has-no-cycles", List.of("Slice one", "Slice two"));
        REPORTS.put("adapter-memory-sees-spi-and-its-client", List.of("adapter.memory.SeesTheEngine.task"));
        REPORTS.put("adapter-memory-is-one-package", List.of("adapter.memory.inner.Inner"));
        REPORTS.put("adapter-memory-shows-its-factories-only", List.of("adapter.memory.NotAFactory"));
        REPORTS.put("adapter-netty-sees-spi-and-its-client", List.of("adapter.netty.SeesAnotherAdapter.other"));
        REPORTS.put("backends-stay-in-their-adapters", List.of("distribution.SeesABackend.buffer", "io.netty.buffer"));
        REPORTS.put(
                "promised-packages-show-promised-types",
                List.of("local.ShowsTheRuntime.ones() mentions " + BAD + ".runtime.one.One", "which is not promised"));
        REPORTS.put("user-code-sees-the-api", List.of("examples.UsesTheRuntime.one"));
        REPORTS.put("components-see-the-api-only", List.of("examples.SpoutThatSeesTheCluster.cluster"));
        REPORTS.put(
                "names-say-what-a-thing-is",
                List.of(
                        "IThing has",
                        "ThingImpl has",
                        "ThingManager has",
                        "ThingHelper has",
                        "in a package called util"));
        REPORTS.put(
                "one-class-reads-objects",
                List.of("runtime.one.ReadsObjects.object", "java.io.ObjectInputStream", "ReadsObjects.later()"));
        REPORTS.put("packages-are-null-marked", List.of(BAD + ".spi has no package-info.java"));
    }

    @TestFactory
    Stream<DynamicTest> theBadTreeBreaksTheLawAndTheReportSaysWhere() {
        return GaleLaws.of(BAD).stream()
                .filter(law -> REPORTS.containsKey(law.name()))
                .map(law -> DynamicTest.dynamicTest(law.name(), () -> {
                    AssertionError report = catchThrowableOfType(AssertionError.class, () -> law.check(BAD_TREE));

                    assertThat(report).as("the bad tree passes").isNotNull();
                    assertThat(report).hasMessageContaining(", because ");
                    assertThat(report.getMessage()).contains(REPORTS.get(law.name()));
                }));
    }

    @TestFactory
    Stream<DynamicTest> theGoodTreeKeepsTheLaw() {
        return GaleLaws.of(GOOD).stream()
                .map(law -> DynamicTest.dynamicTest(
                        law.name(),
                        () -> assertThatCode(() -> law.check(GOOD_TREE)).doesNotThrowAnyException()));
    }

    @TestFactory
    Stream<DynamicTest> theLawFailsWhenItFindsNothingToJudge() {
        return GaleLaws.of("dev.gale.arch.sample.nowhere").stream()
                .map(law -> DynamicTest.dynamicTest(law.name(), () -> {
                    assertThat(law.hasSubjects(GOOD_TREE)).isFalse();
                    assertThat(catchThrowableOfType(AssertionError.class, () -> law.check(GOOD_TREE)))
                            .as("an empty match passes")
                            .isNotNull();
                }));
    }

    @Test
    void everyLawHasABadSampleAndAdaptersShareTheirs() {
        assertThat(GaleLaws.of(BAD).stream()
                        .map(Law::name)
                        .filter(name -> !name.startsWith("adapter-")
                                || name.startsWith("adapter-memory-")
                                || name.equals("adapter-netty-sees-spi-and-its-client")))
                .containsExactlyInAnyOrderElementsOf(REPORTS.keySet());
    }

    @Test
    void anAuthorOfAnAdapterGetsTheSameLaws() {
        List<Law> laws = AdapterLaws.of(BAD + ".adapter.memory", BAD + ".engine..");

        assertThat(laws).extracting(Law::name).allMatch(name -> name.startsWith("adapter-memory-"));
        assertThatCode(() -> laws.get(0).check(BAD_TREE)).doesNotThrowAnyException();
        assertThat(catchThrowableOfType(AssertionError.class, () -> laws.get(2).check(BAD_TREE)))
                .hasMessageContaining(
                        "the public classes of adapter-memory are the factories of its ports, and what these say they open");
    }
}
