package dev.gale.spi.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfigSectionTest {
    @Test
    void readsEveryType() {
        ConfigSection section = ConfigSection.of(
                "zookeeper",
                Map.of(
                        "connect", "zk1:2181",
                        "retries", 3,
                        "limit", "5000000000",
                        "tls", true,
                        "session-timeout", "500ms",
                        "buffer", "512KiB",
                        "hosts", List.of("a", "b"),
                        "names", "x, y"));

        assertThat(section.string("connect")).isEqualTo("zk1:2181");
        assertThat(section.integer("retries")).isEqualTo(3);
        assertThat(section.longInteger("limit")).isEqualTo(5_000_000_000L);
        assertThat(section.bool("tls")).isTrue();
        assertThat(section.duration("session-timeout")).isEqualTo(Duration.ofMillis(500));
        assertThat(section.bytes("buffer")).isEqualTo(512 * 1024);
        assertThat(section.list("hosts")).containsExactly("a", "b");
        assertThat(section.list("names")).containsExactly("x", "y");
        section.rejectProblems();
    }

    @Test
    void absentKeysTakeTheirDefaults() {
        ConfigSection section = ConfigSection.empty("netty");

        assertThat(section.string("host", "localhost")).isEqualTo("localhost");
        assertThat(section.integer("port", 6700)).isEqualTo(6700);
        assertThat(section.longInteger("count", 7L)).isEqualTo(7L);
        assertThat(section.bool("epoll", true)).isTrue();
        assertThat(section.duration("idle", Duration.ofSeconds(10))).isEqualTo(Duration.ofSeconds(10));
        assertThat(section.bytes("frame", 8)).isEqualTo(8);
        assertThat(section.list("ciphers", List.of("a"))).containsExactly("a");
        section.rejectProblems();
    }

    @Test
    void reportsEveryProblemTogether() {
        Map<String, Object> values = new HashMap<>();
        values.put("retries", "three");
        values.put("session-timeout", 10);
        values.put("empty", null);
        values.put("sesion-timeout", "1s");
        ConfigSection section = ConfigSection.of("zookeeper", values);
        section.string("connect");
        section.integer("retries", 1);
        section.duration("session-timeout");
        section.bool("empty");

        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(section::rejectProblems)
                .satisfies(e -> assertThat(e.category()).isEqualTo(EngineException.Category.REJECTED))
                .withMessageContaining("5 problems")
                .withMessageContaining("zookeeper.connect: is required")
                .withMessageContaining("zookeeper.retries: expected a whole number, was 'three'")
                .withMessageContaining("zookeeper.session-timeout: expected a time with a unit")
                .withMessageContaining("zookeeper.empty: has no value")
                .withMessageContaining("zookeeper.sesion-timeout: unknown key, did you mean 'session-timeout'?");
    }

    @Test
    void aKeyThatResemblesNothingGetsTheListOfKnownKeys() {
        ConfigSection section = ConfigSection.of("etcd", Map.of("colour", "red"));
        section.list("endpoints", List.of());
        section.duration("lease", Duration.ofSeconds(5));

        assertThat(section.problems()).containsExactly("etcd.colour: unknown key (known: endpoints, lease)");
    }

    @Test
    void problemsOfASectionWithinCarryItsFullName() {
        ConfigSection section = ConfigSection.of("netty", Map.of("tls", Map.of("kay", "k.pem")));
        ConfigSection tls = section.section("tls");
        tls.string("key");

        assertThat(section.problems())
                .containsExactly("netty.tls.key: is required", "netty.tls.kay: unknown key, did you mean 'key'?");
    }

    @Test
    void aSingleValueIsNoSection() {
        ConfigSection section = ConfigSection.of("netty", Map.of("tls", "on"));
        section.section("tls");
        section.section("tls");

        assertThat(section.problems()).containsExactly("netty.tls: expected a section, was a single value");
    }

    @Test
    void theAdapterAddsProblemsOfItsOwn() {
        ConfigSection section = ConfigSection.of("netty", Map.of("port", 70_000));
        section.integer("port");
        section.problem("port", "must be below 65536");

        assertThatThrownBy(section::rejectProblems).hasMessageContaining("netty.port: must be below 65536");
    }

    @Test
    void hugeAmountsAreProblemsAndNoOverflow() {
        ConfigSection section = ConfigSection.of(
                "netty",
                Map.of("a", "999999999999999999GiB", "b", "999999999999999999d", "c", 3_000_000_000L, "d", "1.5"));
        section.bytes("a");
        section.duration("b");
        section.integer("c");
        section.integer("d");

        assertThat(section.problems()).hasSize(4);
    }

    @Test
    void laterChangesOfTheSourceAreNotSeen() {
        Map<String, Object> source = new HashMap<>(Map.of("host", "a"));
        ConfigSection section = ConfigSection.of("netty", source);
        source.put("host", "b");

        assertThat(section.string("host")).isEqualTo("a");
        assertThatThrownBy(() -> section.values().put("x", "y")).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void showsNoValueOfATextSetting() {
        ConfigSection section =
                ConfigSection.of("etcd", Map.of("password", "canary", "secret-list", List.of("canary")));
        section.string("secret-list");

        assertThat(section.toString() + section.problems()).doesNotContain("canary");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "a, b|a;b",
                "[a, b]|a;b",
                " [ 'a', \"b:1\" ] |a;b:1",
                "[a:1]|a:1",
                "[::1]|[::1]",
                "[::1]:2181|[::1]:2181",
                "[]|~~"
            })
    void aListMayBeATextWithBracketsAndQuotesAsInYaml(String text, String items) {
        assertThat(String.join(";", ConfigSection.listed(text))).isEqualTo(items);
    }
}
