package dev.gale.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.gale.api.TopologyBuilder;
import dev.gale.api.Values;
import dev.gale.local.LocalCluster;
import dev.gale.local.LocalTopology;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs the classes in here by a JUnit of its own, since some of them are to fail. */
@Timeout(120)
class LocalClusterExtensionIT {
    /** Set while the classes that are to fail are run. */
    private static final String INNER = "gale.testkit.inner";

    private static final List<LocalCluster> LENT = new ArrayList<>();
    private static final CountDownLatch ONE = new CountDownLatch(1);

    private final List<Throwable> failures = new ArrayList<>();
    private String printed = "";

    @BeforeEach
    void forget() {
        LENT.clear();
    }

    private void run(Class<?> tests) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(tests))
                .build();
        PrintStream err = System.err;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setProperty(INNER, "true");
        System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            LauncherFactory.create().execute(request, new TestExecutionListener() {
                @Override
                public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                    result.getThrowable().ifPresent(failures::add);
                }
            });
        } finally {
            System.setErr(err);
            System.clearProperty(INNER);
        }
        printed = bytes.toString(StandardCharsets.UTF_8);
    }

    private static LocalTopology submit(LocalCluster cluster) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "numbers", Code.spout((calls, collector) -> collector.emit(new Values(calls), calls), "number"));
        builder.setBolt("odd", Code.bolt((input, collector) -> {
                    if (input.getInteger(0) == 1) {
                        collector.reportError(new IllegalStateException("one is odd"));
                        ONE.countDown();
                    }
                    collector.ack(input);
                }))
                .shuffleGrouping("numbers");
        LocalTopology topology = cluster.submit("odds", Map.of(), builder.createTopology());
        topology.awaitRunning(Duration.ofSeconds(60));
        return topology;
    }

    private static boolean isClosed(LocalCluster cluster) {
        try {
            TopologyBuilder builder = new TopologyBuilder();
            builder.setSpout("source", Code.source("value"));
            cluster.submit("late", Map.of(), builder.createTopology()).kill(Duration.ZERO);
            return false;
        } catch (IllegalStateException e) {
            return true;
        }
    }

    @ExtendWith(LocalClusterExtension.class)
    static final class EachTestItsOwn {
        private LocalCluster ofBeforeEach;

        @BeforeEach
        void before(LocalCluster cluster) {
            ofBeforeEach = cluster;
        }

        @Test
        void one(LocalCluster cluster) {
            submit(cluster);
            assertThat(cluster).isSameAs(ofBeforeEach);
            LENT.add(cluster);
        }

        @Test
        void two(LocalCluster cluster) {
            one(cluster);
        }
    }

    @Test
    void eachTestHasAClusterOfItsOwnThatIsClosedAfterIt() {
        run(EachTestItsOwn.class);

        assertThat(failures).isEmpty();
        assertThat(LENT).hasSize(2).doesNotHaveDuplicates().allMatch(LocalClusterExtensionIT::isClosed);
        assertThat(printed).doesNotContain("Topology 'odds'");
    }

    static final class OneForAll {
        @RegisterExtension
        static final LocalClusterExtension CLUSTERS = new LocalClusterExtension(Map.of("transport", "memory"));

        @BeforeAll
        static void start(LocalCluster cluster) {
            submit(cluster);
            LENT.add(cluster);
        }

        @Test
        void one(LocalCluster cluster) {
            assertThat(cluster.topology("odds")).isPresent();
            assertThat(isClosed(cluster)).isFalse();
            LENT.add(cluster);
        }

        @Test
        void two(LocalCluster cluster) {
            one(cluster);
        }
    }

    @Test
    void aClusterThatIsAskedForBeforeAllIsSharedByTheClass() {
        run(OneForAll.class);

        assertThat(failures).isEmpty();
        assertThat(LENT).hasSize(3).containsOnly(LENT.get(0)).allMatch(LocalClusterExtensionIT::isClosed);
    }

    @EnabledIfSystemProperty(named = INNER, matches = "true")
    @ExtendWith(LocalClusterExtension.class)
    static final class Fails {
        @Test
        void hopes(LocalCluster cluster) throws InterruptedException {
            submit(cluster);
            ONE.await();
            throw new AssertionError("in vain");
        }
    }

    @Test
    void aFailureShowsHowTheTopologiesDo() {
        run(Fails.class);

        assertThat(failures).extracting(Throwable::getMessage).containsExactly("in vain");
        assertThat(printed)
                .contains("hopes(LocalCluster) failed")
                .containsPattern("Topology 'odds' \\(odds-1-[0-9]+\\) is ACTIVE, [0-9]+ tuples are pending")
                .containsPattern("\n  numbers +[1-9][0-9]+ ")
                .containsPattern("\n  odd +0 +0 +[0-9]+ ")
                .contains("error of odd[")
                .contains("java.lang.IllegalStateException: one is odd\n\tat ");
    }

    @ExtendWith(LocalClusterExtension.class)
    static final class UsesANameTwice {
        @Test
        void submits(LocalCluster cluster) {
            LocalTopology first = submit(cluster);
            first.kill(Duration.ZERO);
            submit(cluster);
            assertThatThrownBy(first::activate)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("Topology 'odds' is KILLED and cannot be activated");
        }
    }

    @Test
    void aNameThatIsUsedAgainLeavesNoThread() {
        run(UsesANameTwice.class);

        assertThat(failures).isEmpty();
    }

    @EnabledIfSystemProperty(named = INNER, matches = "true")
    @ExtendWith(LocalClusterExtension.class)
    static final class LeavesAThread {
        static final CountDownLatch END = new CountDownLatch(1);

        @Test
        void leaves(LocalCluster cluster) {
            Thread thread = new Thread(
                    () -> {
                        try {
                            END.await();
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    },
                    "gale-left-1");
            thread.setDaemon(true);
            thread.start();
        }
    }

    @Test
    void aThreadThatIsLeftFailsTheTestAndIsNamed() {
        run(LeavesAThread.class);
        LeavesAThread.END.countDown();

        assertThat(failures)
                .singleElement()
                .satisfies(failure -> assertThat(failure)
                        .isInstanceOf(AssertionError.class)
                        .hasMessageContaining("gale-left-1, WAITING")
                        .hasMessageContaining("LocalClusterExtensionIT"));
    }
}
