package dev.gale.engine.topology;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.api.ComponentSpec;
import dev.gale.api.Config;
import dev.gale.api.Fields;
import dev.gale.api.GroupingSpec;
import dev.gale.api.StreamSpec;
import dev.gale.api.Streams;
import dev.gale.api.Subscription;
import dev.gale.api.Topology;
import dev.gale.api.TopologyBuilder;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ListAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopologyValidatorTest {
    private final TopologyBuilder builder = new TopologyBuilder();

    @Test
    void aTopologyThatCanRunHasNoProblems() {
        aSpout("words");
        builder.setBolt("count", Parts.bolt("word", "n"), 4)
                .setNumTasks(8)
                .fieldsGrouping("words", new Fields("word"))
                .directGrouping("words", "direct");
        builder.setBolt("back.to-$elf_1", Parts.bolt("n"))
                .allGrouping("back.to-$elf_1")
                .partialKeyGrouping("count", new Fields("word", "n"));

        assertThatProblems().isEmpty();
    }

    @Test
    void twoGroupingsOfOneStreamAreRefused() {
        aSpout("words");
        builder.setBolt("count", Parts.bolt("n")).shuffleGrouping("words").fieldsGrouping("words", new Fields("word"));

        assertThatProblems().singleElement().asString().contains("'count'", "'default' of 'words'", "twice");
    }

    // O-13
    @Test
    void parallelismAndTasksBelowOneAreRefusedNamingComponentAndValue() {
        builder.setSpout("words", Parts.spout("word"), 0);
        builder.setBolt("count", Parts.bolt("n"), -1).shuffleGrouping("words");
        builder.setBolt("sum", Parts.bolt("n")).setNumTasks(0).shuffleGrouping("words");

        assertThat(texts(Map.of(Config.TOPOLOGY_WORKERS, 0, Config.TOPOLOGY_TASKS, 0)))
                .satisfiesExactly(
                        text -> assertThat(text).contains("topology.tasks is 0"),
                        text -> assertThat(text).contains("topology.workers is 0"),
                        text -> assertThat(text).contains("'words'", "parallelism is 0"),
                        text -> assertThat(text).contains("'count'", "parallelism is -1"),
                        text -> assertThat(text).contains("'sum'", "tasks is 0"));
    }

    // O-14
    @Test
    void aTopologyWithoutASpoutIsRefused() {
        builder.setBolt("one", Parts.bolt("n")).shuffleGrouping("two");
        builder.setBolt("two", Parts.bolt("n")).shuffleGrouping("one");

        assertThatProblems().singleElement().asString().contains("no spout", "[one, two]");
    }

    // O-14
    @Test
    void anEmptyTopologyIsRefused() {
        assertThatProblems().singleElement().asString().contains("no spout");
    }

    // O-14
    @Test
    void inputsFromWhatDoesNotExistAreRefusedNamingIt() {
        aSpout("words");
        builder.setBolt("count", Parts.bolt("n"))
                .shuffleGrouping("wrods")
                .shuffleGrouping("words", "errors")
                .fieldsGrouping("words", new Fields("wodr"));

        assertThatProblems()
                .satisfiesExactly(
                        text -> assertThat(text).contains("component 'count'", "no component 'wrods'", "'words'"),
                        text -> assertThat(text)
                                .contains(
                                        "component 'count'",
                                        "stream 'errors' of 'words'",
                                        "there are [default, direct]"),
                        text -> assertThat(text).contains("component 'count'", "field 'wodr'", "[word]", "'word'"));
    }

    @Test
    void groupingFieldsMustBeThoseOfTheVeryStream() {
        aSpout("words");
        builder.setSpout("numbers", Parts.spout("n"));
        builder.setBolt("count", Parts.bolt("n"))
                .fieldsGrouping("words", new Fields("n"))
                .partialKeyGrouping("numbers", new Fields("n", "word"))
                .fieldsGrouping("numbers", "direct", new Fields());

        assertThatProblems()
                .satisfiesExactly(
                        text -> assertThat(text).contains("'default' of 'words'", "field 'n'"),
                        text -> assertThat(text).contains("'default' of 'numbers'", "field 'word'"),
                        text -> assertThat(text).contains("'direct' of 'numbers'", "is direct"),
                        text -> assertThat(text).contains("'direct' of 'numbers'", "no field"));
    }

    // O-15
    @Test
    void anIdThatIsDeclaredTwiceIsRefusedAndNeitherReplacesTheOther() {
        aSpout("words");
        builder.setBolt("total", Parts.bolt("n")).shuffleGrouping("words");
        builder.setBolt("total", Parts.bolt("n")).shuffleGrouping("words");
        aSpout("both");
        builder.setBolt("both", Parts.bolt("n")).shuffleGrouping("words");

        assertThatProblems()
                .satisfiesExactly(
                        text -> assertThat(text).contains("component 'both'", "2 times", "spout ", "bolt "),
                        text -> assertThat(text).contains("component 'total'", "2 times"));
    }

    // O-15
    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a/b", ".", "..", "-x", "a b", "é", "__acker", "_x", "a\n"})
    void anIdThatCouldBeMistakenIsRefused(String id) {
        aSpout(id);

        assertThatProblems().singleElement().asString().contains("component '" + id + "'");
    }

    @Test
    void streamsOfTheEnginesNamesOrOfNoneAreRefused() {
        ComponentSpec words = new ComponentSpec(
                "words",
                Parts.spout("word"),
                1,
                null,
                Map.of(Streams.TICK, new StreamSpec(new Fields("n"), false), " ", new StreamSpec(new Fields(), false)),
                List.of(),
                Map.of(),
                Map.of());

        assertThat(TopologyValidator.validate(new Topology(List.of(words)), Map.of()))
                .extracting(Problem::what)
                .satisfiesExactly(
                        what -> assertThat(what).contains("' '"),
                        what -> assertThat(what).contains("'__tick'"));
    }

    @Test
    void aDirectStreamNeedsADirectGroupingAndTheOtherWayRound() {
        aSpout("words");
        builder.setBolt("count", Parts.bolt("n"))
                .shuffleGrouping("words", "direct")
                .directGrouping("words");

        assertThatProblems()
                .satisfiesExactly(
                        text -> assertThat(text).contains("'direct' of 'words'", "Shuffle", "is direct"),
                        text -> assertThat(text).contains("'default' of 'words'", "not direct"));
    }

    @Test
    void aBoltWithoutInputsIsRefused() {
        aSpout("words");
        builder.setBolt("idle", Parts.bolt("n"));

        assertThatProblems().singleElement().asString().contains("component 'idle'", "without inputs");
    }

    @Test
    void aSpoutWithInputsIsRefused() {
        ComponentSpec words = new ComponentSpec(
                "words",
                Parts.spout("word"),
                1,
                null,
                Map.of("default", new StreamSpec(new Fields("word"), false)),
                List.of(new Subscription("words", "default", new GroupingSpec.Shuffle())),
                Map.of(),
                Map.of());

        assertThat(TopologyValidator.validate(new Topology(List.of(words)), Map.of()))
                .singleElement()
                .asString()
                .contains("'words'", "spout with inputs");
    }

    @Test
    void aGroupingThatIsNullIsRefused() {
        aSpout("words");
        builder.setBolt("count", Parts.bolt("n")).customGrouping("words", null);

        assertThatProblems().singleElement().asString().contains("'count'", "'default' of 'words'", "null");
    }

    @Test
    void ticksForASpoutAreRefused() {
        aSpout("words");
        builder.setSpout("more", Parts.spout("word")).addConfiguration(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, 1);

        assertThatProblems().singleElement().asString().contains("component 'more'", "topology.tick.tuple.freq.secs");
    }

    @Test
    void tooManyTasksAreRefused() {
        builder.setSpout("words", Parts.spout("word"), 20_000);
        builder.setBolt("count", Parts.bolt("n"), 12_000).shuffleGrouping("words");

        assertThatProblems().isEmpty();
        assertThat(texts(Map.of(Config.TOPOLOGY_ACKER_EXECUTORS, 1)))
                .singleElement()
                .asString()
                .contains("32001 tasks", "1 of them ackers", "32000");
    }

    @Test
    void moreTasksThanKeyGroupsAreRefusedWhereKeysDecide() {
        aSpout("words");
        builder.setBolt("count", Parts.bolt("n"), 65).fieldsGrouping("words", new Fields("word"));
        builder.setBolt("print", Parts.bolt("n"), 65).shuffleGrouping("words");

        assertThat(texts(Map.of(Config.TOPOLOGY_KEY_GROUPS, 64)))
                .singleElement()
                .asString()
                .contains("'count'", "65 tasks", "64 key groups");
    }

    @Test
    void moreExecutorsThanTasksAreNoProblem() {
        builder.setSpout("words", Parts.spout("word"), 5).setNumTasks(2);

        assertThatProblems().isEmpty();
    }

    @Test
    void namesAreLettersDigitsDashesAndUnderscores() {
        for (String name : List.of("a", "7", "Word-Count_2", "x".repeat(128))) {
            assertThat(TopologyValidator.validateName(name)).isEmpty();
        }
        for (String name :
                List.of("", " ", "a b", "a/b", "a.b", "a:b", "a\\b", "-a", "_a", "x".repeat(129), "a\n", "é")) {
            assertThat(TopologyValidator.validateName(name))
                    .hasValueSatisfying(problem -> assertThat(problem.what()).contains("'" + name + "'"));
        }
    }

    private void aSpout(String id) {
        builder.setSpout(id, Parts.spout("word"));
    }

    private ListAssert<String> assertThatProblems() {
        return assertThat(texts(Map.of()));
    }

    private List<String> texts(Map<String, Object> config) {
        return TopologyValidator.validate(builder.createTopology(), config).stream()
                .map(Problem::toString)
                .toList();
    }
}
