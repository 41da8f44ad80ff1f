package dev.gale.runtime.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.gale.api.BaseRichSpout;
import dev.gale.api.ComponentSpec;
import dev.gale.api.Config;
import dev.gale.api.CustomStreamGrouping;
import dev.gale.api.Fields;
import dev.gale.api.GroupingSpec;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.SpoutOutputCollector;
import dev.gale.api.Topology;
import dev.gale.api.TopologyBuilder;
import dev.gale.api.TopologyContext;
import dev.gale.engine.executor.TopologyPlan;
import dev.gale.engine.task.TaskLayout;
import dev.gale.engine.topology.Problem;
import dev.gale.engine.topology.StandIn;
import dev.gale.engine.topology.StreamId;
import dev.gale.engine.topology.TopologySettings;
import dev.gale.engine.topology.TopologyValidator;
import dev.gale.spi.plugin.EngineException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TopologyCodeTest {
    private static final ClassLoader HERE = TopologyCodeTest.class.getClassLoader();
    private static final int HEADER = 8 + 4;

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 100);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void whatIsReadIsWhatWasDeclared(long seed) {
        Topology declared = Declared.topology(new Random(seed));

        TopologyCode code = TopologyCode.decode(encoded(declared), CodeLimits.DEFAULT);

        assertThat(withoutObjects(code.structure())).isEqualTo(withoutObjects(declared));
        assertThat(code.encode()).isEqualTo(encoded(declared));
        TopologySettings settings = TopologySettings.of(Map.of());
        assertThat(TopologyValidator.validate(declared, settings)).isEmpty();
        assertThat(TopologyValidator.validate(code.structure(), settings)).isEmpty();
        assertThat(TaskLayout.of(code.structure(), settings)).isEqualTo(TaskLayout.of(declared, settings));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void aWorkerGetsTheAuthorsOwnObjects(long seed) {
        Topology declared = Declared.topology(new Random(seed));
        TopologyConf conf = TopologyConf.of(
                Map.of(Config.TOPOLOGY_WORKERS, 3, Config.TOPOLOGY_KRYO_REGISTER, List.of(Sample.class.getName())));

        LoadedCode loaded = LoadedCode.of(TopologyCode.decode(encoded(declared), CodeLimits.DEFAULT), conf, HERE);

        TaskLayout layout = TaskLayout.of(declared, loaded.settings());
        TopologyPlan plan = loaded.plan("t-1", "t", layout);
        assertThat(plan.settings().workers()).isEqualTo(3);
        for (ComponentSpec component : declared.components()) {
            assertThat(loaded.copies().component(component.id()))
                    .hasSameClassAs(component.component())
                    .isNotSameAs(component.component());
            component
                    .inputs()
                    .forEach(input -> assertThat(
                                    plan.graph().subscribers(new StreamId(input.component(), input.stream())))
                            .anyMatch(subscriber -> subscriber.grouping().equals(input.grouping())));
        }
    }

    @Test
    void nothingOfTheAuthorsIsReadUntilAWorkerAsksForIt() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", new Declared.Words(Map.of()));
        byte[] encoded = encoded(builder.createTopology());
        int before = Declared.READ.get();

        TopologyCode code = TopologyCode.decode(encoded, CodeLimits.DEFAULT);
        TopologySettings settings = TopologySettings.of(Map.of());
        assertThat(TopologyValidator.validate(code.structure(), settings)).isEmpty();
        assertThat(TaskLayout.of(code.structure(), settings).taskCount()).isEqualTo(1);
        assertThat(code.structure().components().get(0).component()).isInstanceOf(StandIn.class);
        assertThat(code.encode()).isEqualTo(encoded);
        assertThat(Declared.READ).hasValue(before);

        LoadedCode loaded = LoadedCode.of(code, TopologyConf.of(Map.of()), HERE);
        assertThat(Declared.READ).hasValue(before);
        loaded.copies().component("words");
        assertThat(Declared.READ).hasValue(before + 1);
    }

    @Test
    void aFileThatIsCutOffAnywhereIsRefused() {
        byte[] whole = encoded(Declared.topology(new Random(7)));

        for (int length = 0; length < whole.length; length++) {
            assertThat(refusal(Arrays.copyOf(whole, length)))
                    .as("cut off after %s bytes", length)
                    .contains("stormcode.ser");
        }
        assertThat(refusal(Arrays.copyOf(whole, whole.length + 1))).contains("goes on for 1 bytes");
    }

    @Test
    void aLengthThatLiesIsRefusedBeforeMemoryIsTakenForIt() {
        byte[] whole = encoded(Declared.topology(new Random(7)));
        int structure = ByteBuffer.wrap(whole).getInt(HEADER);
        for (int place : List.of(HEADER, HEADER + 4 + structure, HEADER + 8 + structure)) {
            for (int claimed : List.of(-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 1 << 30, whole.length)) {
                byte[] hostile = whole.clone();
                ByteBuffer.wrap(hostile).putInt(place, claimed);

                assertThat(refusal(hostile)).contains(String.valueOf(claimed));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void brokenBytesAreRefusedOrReadAndNothingElse(long seed) {
        Random random = new Random(seed);
        byte[] bytes = encoded(Declared.topology(random));
        for (int i = 0; i < 50; i++) {
            byte[] broken = bytes.clone();
            for (int j = random.nextInt(4); j >= 0; j--) {
                broken[random.nextInt(broken.length)] = (byte) random.nextInt();
            }
            try {
                assertThat(TopologyCode.decode(broken, CodeLimits.DEFAULT).encode())
                        .isEqualTo(broken);
            } catch (EngineException e) {
                assertThat(e.category()).isEqualTo(EngineException.Category.REJECTED);
            }
        }
    }

    @Test
    void anotherMagicOrVersionIsRefused() {
        byte[] whole = encoded(Declared.topology(new Random(7)));
        byte[] newer = whole.clone();
        newer[11] = 2;
        whole[0] = 'X';

        assertThat(refusal(whole)).contains("GALECODE");
        assertThat(refusal(newer)).contains("version 2");
    }

    @Test
    void aFieldThatThisVersionDoesNotKnowIsIgnored() {
        byte[] more = withStructure("""
                {"later":[{"x":1}],"components":[{"id":"words","kind":"spout","class":"x.Words","parallelism":2,"tasks":null,
                "color":"red","outputs":{"default":{"fields":["word"],"direct":false,"wide":true}},
                "inputs":[],"declaredConfig":{},"config":{}}]}""", 1);

        assertThat(TopologyCode.decode(more, CodeLimits.DEFAULT).structure().components())
                .singleElement()
                .satisfies(words -> assertThat(words.outputs()).containsOnlyKeys("default"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "null",
                "{",
                "{}",
                "{\"components\":7}",
                "{\"components\":[7]}",
                "{\"components\":[{}]}",
                "{\"components\":[{\"id\":null}]}",
                "{\"components\":[{\"id\":\"a\",\"kind\":\"daemon\",\"class\":\"x\"}]}",
                "{\"components\":[],\"components\":[]}",
                "\u001f\u008b",
            })
    void whatIsNoStructureIsRefused(String json) {
        assertThat(refusal(withStructure(json, 0))).contains("structure");
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 900, 10_000, 1_000_000})
    void whatIsNestedTooDeeplyIsRefused(int depth) {
        String nested = "{\"a\":".repeat(depth) + "1" + "}".repeat(depth);
        String json =
                "{\"components\":[{\"id\":\"words\",\"kind\":\"spout\",\"class\":\"x\",\"parallelism\":1,\"outputs\":{},"
                        + "\"inputs\":[],\"declaredConfig\":{},\"config\":{\"deep\":" + nested + "}}]}";

        assertThat(refusal(withStructure(json, 1))).contains("structure makes no sense");
    }

    @Test
    void aProblemOfTheStructureIsOneLineOfBearableLength() {
        String json = "{\"components\":[{\"id\":\"a\",\"kind\":\"" + "\\u001b[31m\\r\\n".repeat(100_000)
                + "\",\"class\":\"x\"}]}";

        assertThat(refusal(withStructure(json, 1))).hasSizeLessThan(500).matches("[\\x20-\\x7e…]*");
    }

    @Test
    void moreThanTheLimitsIsRefused() {
        byte[] whole = encoded(Declared.topology(new Random(7)));
        int components = TopologyCode.decode(whole, CodeLimits.DEFAULT)
                .structure()
                .components()
                .size();

        TopologyCode.decode(whole, new CodeLimits(1, whole.length, 1, components, JarLimits.DEFAULT));
        assertThat(refusal(whole, new CodeLimits(1, whole.length - 1, 1, components, JarLimits.DEFAULT)))
                .contains(String.valueOf(whole.length - 1));
        assertThat(refusal(whole, new CodeLimits(1, whole.length, 1, components - 1, JarLimits.DEFAULT)))
                .contains(components + " components");
    }

    @Test
    void whatCannotBeWrittenIsAProblemOfItsComponent() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("holder", new Holder(new Object()));
        builder.setSpout("chain", new Holder(chain()));
        builder.setSpout("config", new Declared.Words(Map.of())).addConfiguration("my.pause", Duration.ZERO);
        Map<String, Object> circle = new HashMap<>();
        circle.put("my", circle);
        builder.setSpout("circle", new Declared.Words(Map.of())).addConfigurations(circle);
        builder.setBolt("grouping", new Declared.Basic())
                .grouping("holder", "default", new GroupingSpec.Custom(new Unwritable(new Object())));
        List<Problem> problems = new ArrayList<>();

        assertThat(TopologyCode.of(builder.createTopology(), problems::add)).isEmpty();
        assertThat(problems.stream().map(Problem::toString))
                .satisfiesExactly(
                        text -> assertThat(text).contains("'holder'", "java.lang.Object", "transient"),
                        text -> assertThat(text).contains("'chain'", "too long"),
                        text -> assertThat(text).contains("'grouping'", "custom grouping of 'holder'"),
                        text -> assertThat(text).contains("'config'", "'my.pause'", "java.time.Duration"),
                        text -> assertThat(text).contains("'circle'", "nested deeper than 32"));
    }

    @Test
    void aClassThatIsMissingIsNamed() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", new Declared.Words(Map.of()));
        builder.setBolt("count", new Declared.Basic()).customGrouping("words", new Declared.First(1));
        TopologyCode code = TopologyCode.decode(encoded(builder.createTopology()), CodeLimits.DEFAULT);

        assertThat(catchThrowableOfType(
                        EngineException.class,
                        () -> LoadedCode.of(code, TopologyConf.of(Map.of()), ClassLoader.getPlatformClassLoader())))
                .hasMessageContaining("'count'")
                .hasMessageContaining(Declared.First.class.getName());
    }

    private static byte[] encoded(Topology topology) {
        List<Problem> problems = new ArrayList<>();
        byte[] encoded = TopologyCode.of(topology, problems::add)
                .map(TopologyCode::encode)
                .orElse(new byte[0]);
        assertThat(problems).isEmpty();
        return encoded;
    }

    private static byte[] withStructure(String json, int objects) {
        byte[] structure =
                json.getBytes(json.startsWith("\u001f") ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
        ByteBuffer out = ByteBuffer.allocate(HEADER + 4 + structure.length + 4 + objects * 5);
        out.put("GALECODE".getBytes(StandardCharsets.US_ASCII)).putInt(1);
        out.putInt(structure.length).put(structure).putInt(objects);
        for (int i = 0; i < objects; i++) {
            out.putInt(1).put((byte) 0);
        }
        return out.array();
    }

    private static String refusal(byte[] content) {
        return refusal(content, CodeLimits.DEFAULT);
    }

    private static String refusal(byte[] content, CodeLimits limits) {
        EngineException refused =
                catchThrowableOfType(EngineException.class, () -> TopologyCode.decode(content, limits));
        assertThat(refused).isNotNull();
        assertThat(refused.category()).isEqualTo(EngineException.Category.REJECTED);
        return String.valueOf(refused.getMessage());
    }

    /** For comparison: names of classes in place of objects. */
    private static List<List<Object>> withoutObjects(Topology topology) {
        return topology.components().stream()
                .map(component -> List.<Object>of(
                        component.id(),
                        StandIn.classNameOf(component.component()),
                        component.parallelism(),
                        String.valueOf(component.tasks()),
                        component.outputs(),
                        component.inputs().stream()
                                .map(input ->
                                        List.of(input.component(), input.stream(), withoutObject(input.grouping())))
                                .toList(),
                        component.declaredConfig(),
                        component.config()))
                .toList();
    }

    private static Object withoutObject(GroupingSpec grouping) {
        return grouping instanceof GroupingSpec.Custom custom ? StandIn.classNameOf(custom.grouping()) : grouping;
    }

    private static Object chain() {
        Object[] chain = {};
        for (int i = 0; i < 200_000; i++) {
            chain = new Object[] {chain};
        }
        return chain;
    }

    /** To be registered. */
    public static final class Sample {}

    private record Unwritable(Object held) implements CustomStreamGrouping {
        @Override
        public void prepare(TopologyContext context, String component, String stream, List<Integer> targetTasks) {}

        @Override
        public List<Integer> chooseTasks(int sourceTask, List<Object> values) {
            return List.of();
        }
    }

    private static final class Holder extends BaseRichSpout {
        private static final long serialVersionUID = 1;

        @SuppressWarnings("serial") // what this test is about
        private final Object held;

        Holder(Object held) {
            this.held = held;
        }

        @Override
        public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {}

        @Override
        public void nextTuple() {}

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("word"));
        }
    }
}
