package dev.gale.engine.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gale.api.ComponentSpec;
import dev.gale.api.Config;
import dev.gale.api.TopologyBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TopologySettingsTest {
    @Test
    void defaultsAreThoseThatConfigTells() {
        TopologySettings settings = TopologySettings.of(Map.of());

        assertThat(settings.workers()).isEqualTo(1);
        assertThat(settings.tasks()).isEmpty();
        assertThat(settings.maxTaskParallelism()).isEmpty();
        assertThat(settings.ackerPlacement()).isEqualTo(AckerPlacement.SPOUT);
        assertThat(settings.dedicatedAckers()).isZero();
        assertThat(settings.messageTimeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(settings.timeoutsEnabled()).isTrue();
        assertThat(settings.maxSpoutPending()).isEqualTo(10_000);
        assertThat(settings.tickFrequency()).isEmpty();
        assertThat(settings.receiveBufferSize()).isEqualTo(4_096);
        assertThat(settings.overflowLimit()).isEqualTo(4_096);
        assertThat(settings.producerBatchSize()).isEqualTo(128);
        assertThat(settings.transferCreditBytes()).isEqualTo(1_048_576);
        assertThat(settings.tupleMaxBytes()).isEqualTo(8_388_608);
        assertThat(settings.keyGroups()).isEqualTo(4_096);
        assertThat(settings.strictValues()).isFalse();
        assertThat(settings.serializers()).isEmpty();
        assertThat(settings.debug()).isFalse();
        assertThat(settings.taskStuck()).isEqualTo(Duration.ofSeconds(60));
    }

    @ParameterizedTest(name = "placement {0}, executors {1}: {2}")
    @CsvSource({
        ",, SPOUT, 0",
        "spout,, SPOUT, 0",
        ", 0, NONE, 0",
        "spout, 0, NONE, 0",
        ", 2, DEDICATED, 2",
        "dedicated,, DEDICATED, 3",
        "Dedicated, 5, DEDICATED, 5"
    })
    void ackersArePlacedAsAsked(String placement, Integer executors, AckerPlacement expected, int dedicated) {
        TopologySettings settings = TopologySettings.of(ackers(placement, executors));

        assertThat(settings.ackerPlacement()).isEqualTo(expected);
        assertThat(settings.dedicatedAckers()).isEqualTo(dedicated);
    }

    @ParameterizedTest(name = "placement {0}, executors {1}")
    @CsvSource({"dedicated, 0", "spout, 2"})
    void contradictingWishesForAckersAreRefused(String placement, Integer executors) {
        assertThat(problems(ackers(placement, executors)))
                .singleElement()
                .asString()
                .contains("topology.acker.placement is " + placement, "topology.acker.executors is " + executors);
    }

    @Test
    @Timeout(10)
    void anOutlandishExponentIsRefusedAtOnce() {
        for (String value :
                List.of("1e-2000000000", "1e2000000000", "-1E+999999999", "0." + "0".repeat(100_000) + "1")) {
            assertThat(problems(Map.of(Config.TOPOLOGY_ACKER_EXECUTORS, value)))
                    .singleElement()
                    .asString()
                    .contains("topology.acker.executors", "a whole number");
            assertThat(problems(Map.of(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, value)))
                    .hasSize(1);
        }
    }

    // O-16
    @Test
    void aMessageTimeoutThatIsNoNumberOfSecondsIsRefusedNamingKeyAndValue() {
        List<Object> refused = new ArrayList<>(List.of(0, -5, 1L << 31, 1.5, "soon", true, List.of(30), Double.NaN));
        refused.add(null);
        for (Object value : refused) {
            Map<String, Object> config = new HashMap<>();
            config.put(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, value);

            assertThat(problems(config))
                    .singleElement()
                    .asString()
                    .contains(
                            "topology.message.timeout.secs",
                            String.valueOf(value),
                            "a whole number from 1 to 2147483647");
        }
    }

    // O-16
    @ParameterizedTest
    @ValueSource(strings = {"30", " 30 ", "30.0", "3e1"})
    void aNumberThatIsATextIsConvertedAndListedAsANumber(String text) {
        TopologySettings settings = TopologySettings.of(Map.of(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, text));

        assertThat(settings.messageTimeout()).isEqualTo(Duration.ofSeconds(30));
        assertThat(settings.merged()).containsEntry(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, 30);
    }

    // O-13
    @Test
    void noWorkersAreRefused() {
        assertThat(problems(Map.of(Config.TOPOLOGY_WORKERS, 0)))
                .containsExactly(new Problem(
                        "topology config",
                        "topology.workers is 0",
                        "give a whole number from 1 to 32000, or leave it out for 1"));
    }

    @Test
    void optionsOfWorkersAreATextOrAListOfTexts() {
        assertThat(options("-Xmx1g '-Da=b c' -Db=%ID%")).containsExactly("-Xmx1g", "-Da=b c", "-Db=%ID%");
        assertThat(options(List.of("-Xmx1g", "-Da='b c'"))).containsExactly("-Xmx1g", "-Da='b c'");
        assertThat(options(" ")).isEmpty();
        assertThat(TopologySettings.of(Map.of()).workerOptions()).isEmpty();
    }

    static Stream<Arguments> optionsThatAreRefused() {
        return Stream.of(
                Arguments.of(5, "neither a text nor a list of texts"),
                Arguments.of(List.of("-Xmx1g", 5), "neither a text nor a list of texts"),
                Arguments.of(Map.of("-Xmx1g", true), "neither a text nor a list of texts"),
                Arguments.of("-Da='b", "is not closed"),
                Arguments.of("-Da=\0", "control character"),
                Arguments.of(List.of("-Da=\0"), "control character"),
                Arguments.of("Evil", "is no JVM option"),
                Arguments.of(List.of(""), "is no JVM option"),
                Arguments.of("-Da=%NOBODY%", "'%NOBODY%' is no name that is filled in"),
                Arguments.of("-cp", "'-cp' cannot be set for a worker"),
                Arguments.of("-Xmx1g -jar", "'-jar' cannot be set for a worker"),
                Arguments.of(List.of("-classpath"), "'-classpath' cannot be set for a worker"),
                Arguments.of("--class-path=/tmp/x", "cannot be set for a worker"),
                Arguments.of("-Djava.class.path=/tmp/x", "cannot be set for a worker"),
                Arguments.of("--dry-run", "cannot be set for a worker"),
                Arguments.of("-Dgale.worker.directory=/tmp/x", "between a supervisor and its workers"),
                Arguments.of("-Dgale.home=/tmp/x", "between a supervisor and its workers"),
                Arguments.of("-Da=" + "b".repeat(20_000), "more than 16384"));
    }

    @ParameterizedTest
    @MethodSource("optionsThatAreRefused")
    void optionsThatWouldBreakALaunchAreRefused(Object value, String why) {
        assertThat(problems(Map.of(Config.TOPOLOGY_WORKER_CHILDOPTS, value)))
                .singleElement()
                .asString()
                .contains("topology.worker.childopts", why);
    }

    private static List<String> options(Object value) {
        return TopologySettings.of(Map.of(Config.TOPOLOGY_WORKER_CHILDOPTS, value))
                .workerOptions();
    }

    @Test
    void ticksMayComeSeveralTimesASecond() {
        for (Object value : List.of(0.25, 0.25f, "0.25")) {
            assertThat(tick(value)).isEqualTo(Optional.of(Duration.ofMillis(250)));
        }
        assertThat(tick(2)).isEqualTo(Optional.of(Duration.ofSeconds(2)));
        assertThat(problems(Map.of(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 0))).hasSize(1);
        assertThat(problems(Map.of(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, "-1"))).hasSize(1);
    }

    @Test
    void anUnknownKeyIsRefusedNamingTheNearestKnownOne() {
        assertThat(problems(Map.of("topology.max.spout.pendign", 5)))
                .singleElement()
                .asString()
                .contains("topology config", "'topology.max.spout.pending'", "is 5");
    }

    @Test
    void nothingIsSuggestedForAKeyThatIsFarFromAll() {
        assertThat(problems(Map.of("topology.foo.bar", 5)))
                .singleElement()
                .asString()
                .contains("there is none like it")
                .doesNotContain("did you mean");
    }

    @Test
    void aValueThatContainsItselfIsRefusedLikeAnyOther() {
        List<Object> list = new ArrayList<>();
        list.add(List.of(list));

        assertThat(problems(Map.of(Config.TOPOLOGY_WORKERS, list)))
                .singleElement()
                .asString()
                .contains(Config.TOPOLOGY_WORKERS, "java.util.ArrayList that cannot be shown");
    }

    @Test
    void aSettingThatOnlyStormHasIsCalledThat() {
        for (String key : List.of("topology.stats.sample.rate", "topology.disruptor.wait.timeout.millis")) {
            assertThat(problems(Map.of(key, 0.1))).singleElement().asString().contains(key, "not used by Gale");
        }
    }

    @Test
    void keysOfTheAuthorsOwnPassThrough() {
        Map<String, Object> config = new HashMap<>(Map.of("shop.url", "http://localhost", "topologyless", 1));
        config.put("shop.nothing", null);

        assertThat(TopologySettings.of(config).merged()).containsAllEntriesOf(config);
    }

    @Test
    void theMergedMapHasDefaultsAndCannotBeChanged() {
        Map<String, Object> merged = TopologySettings.of(Map.of()).merged();

        assertThat(merged).containsEntry(Config.TOPOLOGY_MAX_SPOUT_PENDING, 10_000);
        assertThat(merged).doesNotContainKey(Config.TOPOLOGY_TASKS);
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> merged.put("a", 1));
    }

    @Test
    void everyProblemIsReportedTogetherInTheOrderOfKeys() {
        Map<String, Object> config = Map.of(
                Config.TOPOLOGY_WORKERS,
                0,
                Config.TOPOLOGY_DEBUG,
                "perhaps",
                Config.TOPOLOGY_KEY_GROUPS,
                1 << 20,
                "topology.nonsense",
                1);

        assertThat(problems(config))
                .extracting(problem -> problem.what().split(" ")[0])
                .containsExactly("topology.debug", "topology.key.groups", "topology.nonsense", "topology.workers");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TopologySettings.of(config))
                .withMessageContainingAll(
                        "topology.debug", "topology.key.groups", "topology.nonsense", "topology.workers");
    }

    @Test
    void serializersKeepTheirOrder() {
        Config config = new Config();
        config.put(
                Config.TOPOLOGY_KRYO_REGISTER,
                List.of("z.Last", Map.of("a.First", "a.FirstSerializer"), "m.Middle", "z.Last"));

        assertThat(TopologySettings.of(config).serializers())
                .containsExactly(
                        new SerializerSpec("z.Last", Optional.empty()),
                        new SerializerSpec("a.First", Optional.of("a.FirstSerializer")),
                        new SerializerSpec("m.Middle", Optional.empty()));
    }

    @Test
    void serializersThatAreNoNamesOrContradictEachOtherAreRefused() {
        for (Object value : List.of(
                "a.First",
                List.of(1),
                List.of(""),
                List.of(Map.of("a.First", 1)),
                List.of(Map.of()),
                List.of("a.First", Map.of("a.First", "a.FirstSerializer")))) {
            assertThat(problems(Map.of(Config.TOPOLOGY_KRYO_REGISTER, value))).hasSize(1);
        }
    }

    @Test
    void theBuilderWinsOverTheComponentAndBothOverTheTopology() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setBolt(
                        "count",
                        Parts.bolt(Map.of(Config.TOPOLOGY_DEBUG, true, Config.TOPOLOGY_TASKS, 4, "own", "declared")))
                .shuffleGrouping("words")
                .addConfiguration(Config.TOPOLOGY_TASKS, "8")
                .addConfiguration("own", "built");
        ComponentSpec count = builder.createTopology().components().get(0);
        TopologySettings topology = TopologySettings.of(
                Map.of(Config.TOPOLOGY_TASKS, 2, Config.TOPOLOGY_PRODUCER_BATCH_SIZE, 16, "own", "topology"));

        TopologySettings own = topology.forComponent(count);

        assertThat(own.debug()).isTrue();
        assertThat(own.tasks()).hasValue(8);
        assertThat(own.producerBatchSize()).isEqualTo(16);
        assertThat(own.merged()).containsEntry("own", "built");
        assertThat(topology.tasks()).hasValue(2);
    }

    @Test
    void aComponentMustNotSetWhatHoldsForTheWholeTopology() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout(
                "words", Parts.spout(Map.of(Config.TOPOLOGY_WORKERS, 3, Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 1)));
        builder.setBolt("count", Parts.bolt("n"))
                .setMaxSpoutPending(5)
                .addConfiguration("topology.debgu", true)
                .addConfiguration(Config.TOPOLOGY_MAX_TASK_PARALLELISM, 0);
        List<Problem> problems = new ArrayList<>();
        builder.createTopology()
                .components()
                .forEach(component -> TopologySettings.of(Map.of()).forComponent(component, problems::add));

        assertThat(problems)
                .extracting(Problem::toString)
                .satisfiesExactlyInAnyOrder(
                        text -> assertThat(text)
                                .contains("component 'words'", "topology.workers is 3", "whole topology"),
                        text -> assertThat(text)
                                .contains("component 'words'", "tick.tuple.freq.secs is 1", "for bolts"),
                        text -> assertThat(text).contains("component 'count'", "max.spout.pending is 5", "for spouts"),
                        text -> assertThat(text).contains("component 'count'", "topology.debgu", "'topology.debug'"),
                        text -> assertThat(text).contains("component 'count'", "max.task.parallelism is 0"));
    }

    @Test
    void ticksOfTheTopologyAreForBoltsOnly() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", Parts.spout("word"));
        builder.setBolt("count", Parts.bolt("n")).shuffleGrouping("words");
        TopologySettings topology = TopologySettings.of(Map.of(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 5));
        List<ComponentSpec> components = builder.createTopology().components();

        assertThat(topology.forComponent(components.get(0)).tickFrequency()).isEmpty();
        assertThat(topology.forComponent(components.get(1)).tickFrequency()).contains(Duration.ofSeconds(5));
    }

    @ParameterizedTest(name = "executors {0}, own tasks {1}, topology tasks {2}, max {3}: {4}")
    @CsvSource({"3,,,, 3", "3, 6,,, 6", "3,, 4,, 4", "3, 6, 4,, 6", "3, 6,, 5, 5", "3,,, 2, 2", "3,,, 9, 3"})
    void tasksAreCountedAsInStorm(int executors, Integer own, Integer topologyTasks, Integer max, int expected) {
        Map<String, Object> config = new HashMap<>();
        config.put(Config.TOPOLOGY_TASKS, topologyTasks);
        config.put(Config.TOPOLOGY_MAX_TASK_PARALLELISM, max);
        ComponentSpec component = new ComponentSpec(
                "words", Parts.spout("word"), executors, own, Map.of(), List.of(), Map.of(), Map.of());

        assertThat(TopologySettings.of(config).forComponent(component).tasksOf(component))
                .isEqualTo(expected);
    }

    private static Map<String, Object> ackers(@Nullable String placement, @Nullable Integer executors) {
        Map<String, Object> config = new HashMap<>(Map.of(Config.TOPOLOGY_WORKERS, 3));
        config.put(Config.TOPOLOGY_ACKER_PLACEMENT, placement);
        config.put(Config.TOPOLOGY_ACKER_EXECUTORS, executors);
        return config;
    }

    private static Optional<Duration> tick(Object seconds) {
        return TopologySettings.of(Map.of(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, seconds))
                .tickFrequency();
    }

    private static List<Problem> problems(Map<String, ?> config) {
        List<Problem> problems = new ArrayList<>();
        TopologySettings.read(config, problems::add);
        return problems;
    }
}
