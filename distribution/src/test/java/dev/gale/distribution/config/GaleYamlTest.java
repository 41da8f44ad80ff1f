package dev.gale.distribution.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.gale.runtime.config.ConfigEntry;
import dev.gale.runtime.config.ConfigLayer;
import dev.gale.runtime.config.ConfigProblem;
import dev.gale.runtime.config.Origin;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class GaleYamlTest {
    @Test
    void everyValueHasItsWholeKeyAndItsPlace() {
        ConfigLayer layer =
                read("nimbus.api.port: 7071\nzookeeper:\n  connect: \"zk1:2181\"\n  tls:\n    key-store: a.p12\n");

        assertThat(layer.problems()).isEmpty();
        assertThat(layer.entries())
                .containsExactly(
                        new ConfigEntry("nimbus.api.port", 7071, at(1, 1)),
                        new ConfigEntry("zookeeper.connect", "zk1:2181", at(3, 3)),
                        new ConfigEntry("zookeeper.tls.key-store", "a.p12", at(5, 5)));
    }

    @Test
    void scalarsMeanWhatYamlOneDotTwoSays() {
        Map<String, Object> expected = new LinkedHashMap<>();
        expected.put("whole", 12);
        expected.put("long", 5_000_000_000L);
        expected.put("negative", -3);
        expected.put("fraction", 0.2);
        expected.put("yes", true);
        expected.put("no", "no");
        expected.put("on", "on");
        expected.put("octal", "0700");
        expected.put("quoted", "12");
        expected.put("time", "10s");
        expected.put("clock", "12:30:00");
        expected.put("nothing", null);
        expected.put("tilde", null);
        expected.put("empty", "");
        expected.put("list", List.of(6700, "a", true));
        expected.put("block", "two\nlines\n");

        ConfigLayer layer = read(
                "whole: 12\nlong: 5000000000\nnegative: -3\nfraction: 0.2\nyes: true\nno: no\non: on\noctal: 0700\n"
                        + "quoted: '12'\ntime: 10s\nclock: 12:30:00\nnothing:\ntilde: ~\nempty: ''\nlist: [6700, a, true]\nblock: |\n  two\n  lines\n");

        assertThat(layer.problems()).isEmpty();
        assertThat(values(layer)).containsExactlyEntriesOf(expected);
    }

    @Test
    void listsMayHoldMaps() {
        ConfigLayer layer = read("topology.kryo.register:\n  - a.B\n  - {a.C: a.CSerializer}\n");

        assertThat(values(layer))
                .containsExactly(entry("topology.kryo.register", List.of("a.B", Map.of("a.C", "a.CSerializer"))));
    }

    @Test
    void anEmptySectionIsThere() {
        assertThat(values(read("memory: {}\n"))).containsExactly(entry("memory", Map.of()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "# nothing\n", "---\n", "~\n", "\uFEFF# with a byte order mark\n"})
    void aFileWithoutSettingsIsFine(String text) {
        assertThat(read(text)).isEqualTo(new ConfigLayer(List.of(), List.of()));
    }

    @Test
    void windowsLineEndsAreFine() {
        assertThat(read("a: 1\r\nb: 2\r\n").entries())
                .containsExactly(new ConfigEntry("a", 1, at(1, 1)), new ConfigEntry("b", 2, at(2, 1)));
    }

    static Stream<Arguments> unfit() {
        return Stream.of(
                arguments("a: 1\na: 2\n", at(2, 1), "twice"),
                arguments("a.b: 1\na:\n  b: 2\n", at(3, 3), "twice; the other is at gale.yaml:1:1"),
                arguments("a:\n  - {b: 1, b: 2}\n", at(2, 12), "twice"),
                arguments("a: !!javax.script.ScriptEngineManager [x]\n", at(1, 4), "a tag (!)"),
                arguments("a: !!str 1\n", at(1, 4), "a tag (!)"),
                arguments("!!map {a: 1}\n", at(1, 1), "a tag (!)"),
                arguments("a: &x 1\n", at(1, 4), "an anchor (&)"),
                arguments("a: *x\n", at(1, 4), "an alias (*)"),
                arguments("<<: *x\n", at(1, 5), "an alias (*)"),
                arguments("[a]: 1\n", at(1, 1), "a key must be a text"),
                arguments("? {a: 1}\n: 2\n", at(1, 3), "a key must be a text"),
                arguments("'': 1\n", at(1, 1), "a key must be a text"),
                arguments("- a\n", at(1, 1), "expected keys with values"),
                arguments("just words\n", at(1, 1), "expected keys with values"),
                arguments("a: 1\n---\nb: 2\n", at(2, 1), "second document"),
                arguments("a: b: c\n", at(1, 5), "mapping values are not allowed here"),
                arguments("a: [1, 2\n", at(2, 1), "expected ',' or ']'"),
                arguments("\ta: 1\n", at(1, 1), "cannot stand here"),
                arguments("a: 'open\n", at(2, 1), "found unexpected end of stream"),
                arguments("a: 1\n \u0000: 2\n", at(2, 2), "a character of code 0"),
                arguments("a: \u001b[31m\n", at(1, 4), "a character of code 27"));
    }

    @ParameterizedTest
    @MethodSource("unfit")
    void whatDoesNotFitIsRefusedWhereItStands(String text, Origin origin, String what) {
        List<ConfigProblem> problems = read(text).problems();

        assertThat(problems).hasSize(1);
        assertThat(problems.get(0).toString()).contains(what);
        assertThat(problems.get(0).origin()).isEqualTo(origin);
    }

    @Test
    void whatStandsBeforeTheProblemIsStillRead() {
        assertThat(values(read("a: 1\nb: *x\n"))).containsExactly(entry("a", 1));
    }

    @Test
    void anAliasBombIsRefusedAtItsFirstAnchor() {
        StringBuilder bomb = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 30; i++) {
            bomb.append("a%1$s: &a%1$s [*a%2$s, *a%2$s, *a%2$s, *a%2$s, *a%2$s]\n".formatted(i, i - 1));
        }
        assertThat(read(bomb.toString()).problems())
                .extracting(ConfigProblem::origin)
                .containsExactly(at(1, 5));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{a: ", "- ", "{", "? "})
    void deepNestingIsRefusedAndNotFollowed(String opening) {
        ConfigLayer layer = read("a: " + (opening.equals("- ") ? "\n" : "") + opening.repeat(100_000));

        assertThat(layer.problems()).hasSize(1);
        assertThat(layer.entries()).isEmpty();
    }

    @Test
    void aFileOverTheLimitIsRefusedUnread() {
        byte[] large = ("a: " + "x".repeat(GaleYaml.MAX_BYTES)).getBytes(StandardCharsets.UTF_8);

        assertThat(GaleYaml.layer("gale.yaml", large).problems())
                .extracting(ConfigProblem::toString)
                .containsExactly("gale.yaml: the file has more than 1048576 bytes");
    }

    @Test
    void tooManyValuesAreRefused() {
        ConfigLayer layer = read("a: [" + "1,".repeat(200_000) + "]");

        assertThat(layer.problems()).extracting(ConfigProblem::what).containsExactly("the file has too many values");
    }

    @Test
    void bytesThatAreNotUtf8AreRefused() {
        assertThat(GaleYaml.layer("gale.yaml", new byte[] {'a', ':', ' ', (byte) 0xC3, '('})
                        .problems())
                .extracting(ConfigProblem::toString)
                .containsExactly("gale.yaml: the file is not text in UTF-8");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nimbus.api.token: *s3cr3tv4lu3",
                "nimbus.api.token: !s3cr3tv4lu3",
                "nimbus.api.token: !s3cr3tv4lu3!x y",
                "nimbus.api.token: &s3cr3tv4lu3",
                "nimbus.api.token: \"\\us3cr3tv4lu3\"",
                "nimbus.api.token: \"\\s3cr3tv4lu3\"",
                "nimbus.api.token: [s3cr3tv4lu3",
                "nimbus.api.token: {s3cr3tv4lu3",
                "nimbus.api.token: 's3cr3tv4lu3",
                "nimbus.api.token: s3cr3tv4lu3: x",
                "nimbus.api.token: %s3cr3tv4lu3",
                "nimbus.api.token: @s3cr3tv4lu3",
                "nimbus.api.token: `s3cr3tv4lu3",
                "nimbus.api.token: |s3cr3tv4lu3",
                "nimbus.api.token: >s3cr3tv4lu3",
                "nimbus.api.token: ]s3cr3tv4lu3",
                "nimbus.api.token: \"s\" s3cr3tv4lu3",
                "nimbus.api.token: - s3cr3tv4lu3",
                "nimbus.api.token: !<s3cr3tv4lu3",
                "nimbus.api.token: !%s3cr3tv4lu3 x",
                "%TAG !s3! cr3tv4lu3",
                "%YAML s3cr3tv4lu3",
                "nimbus.api.token\ns3cr3tv4lu3",
                "nimbus.api.token: s3cr3tv4lu3\u0000"
            })
    void aSecretThatIsNotYamlIsNotShown(String text) {
        List<ConfigProblem> problems = read(text).problems();

        assertThat(problems).hasSize(1);
        assertThat(problems.get(0).toString()).doesNotContain("s3", "3t", "cr3", "v4", "lu3");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void noiseIsAProblemOrEntriesButNeverAnException(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        String alphabet = "ab:-[]{}#&*!|>'\"%@`,? \n\t.0~<\\\u0000\u00e9";
        for (int round = 0; round < 3_000; round++) {
            StringBuilder noise = new StringBuilder();
            for (int length = random.nextInt(60); length > 0; length--) {
                noise.append(alphabet.charAt(random.nextInt(alphabet.length())));
            }
            assertThat(read(noise.toString())).as("seed %s: %s", seed, noise).isNotNull();
        }
    }

    private static ConfigLayer read(String text) {
        return GaleYaml.layer("gale.yaml", text.getBytes(StandardCharsets.UTF_8));
    }

    private static Origin at(int line, int column) {
        return new Origin.File("gale.yaml", line, column);
    }

    private static Map<String, Object> values(ConfigLayer layer) {
        Map<String, Object> values = new LinkedHashMap<>();
        layer.entries().forEach(entry -> values.put(entry.key(), entry.value()));
        return values;
    }
}
