package dev.gale.runtime.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.gale.api.Config;
import dev.gale.engine.topology.TopologySettings;
import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.plugin.EngineException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class TopologyConfTest {
    private static final TransportSecret SECRET = TransportSecret.random(new SecureRandom());

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 300);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyValueComesBackOfTheClassThatItHad(long seed) {
        Map<String, Object> conf = Declared.config(new Random(seed));

        TopologyConf read = read(TopologyConf.of(conf).with(SECRET).encode());

        assertThat(read.values()).isEqualTo(conf);
        assertThat(read.secret()).contains(SECRET);
    }

    @Test
    void theEngineReadsTheSameSettingsFromIt() {
        Config conf = new Config();
        conf.setNumWorkers(4);
        conf.setTickTupleFreqSecs(0.25f);
        conf.setDebug(true);
        conf.put(Config.TOPOLOGY_MESSAGE_TIMEOUT_SECS, 20L);
        conf.put(Config.TOPOLOGY_KRYO_REGISTER, List.of("x.A", Map.of("x.B", "x.BSerializer")));

        assertThat(TopologySettings.of(read(TopologyConf.of(conf).encode()).values()))
                .isEqualTo(TopologySettings.of(conf));
    }

    @Test
    void aCollectionOfAnyKindIsAListBehind() {
        assertThat(TopologyConf.of(Map.of("my.hosts", Set.of("a"))).values())
                .isEqualTo(Map.of("my.hosts", List.of("a")));
    }

    @Test
    void whatIsReadCannotBeChanged() {
        Map<String, Object> values = read(TopologyConf.of(Map.of("my", Map.of("list", List.of(1))))
                        .encode())
                .values();

        assertThat(values).isUnmodifiable();
        assertThat(values.get("my")).asInstanceOf(InstanceOfAssertFactories.MAP).isUnmodifiable();
    }

    @Test
    void secretsAreNotShown() {
        Map<String, Object> conf = new TreeMap<>(Map.of(
                "db.password",
                "canary-1",
                "db",
                Map.of("Api-Token", "canary-2", "user", "me"),
                "stores",
                List.of(Map.of("secret", List.of("canary-3"))),
                "tokens.max",
                7));
        TopologyConf shown = read(TopologyConf.of(conf).with(SECRET).encode());

        assertThat(shown.toString())
                .doesNotContain("canary", SECRET.text())
                .contains("db.password=***", "user=me", "tokens.max=7");
        assertThat(SECRET).hasToString("***");
        assertThat(String.valueOf(shown.secret())).doesNotContain(SECRET.text());
        assertThat(shown.values()).isEqualTo(conf);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "dbPassword",
                "DB_PASSWORD",
                "password.db",
                "my.passwd",
                "pwd",
                "apiKey",
                "APIKey",
                "apikey",
                "api-key.value",
                "aws.secret.key",
                "awsAccessKeys",
                "ssl.private_key",
                "encryptionKey",
                "authHeader",
                "http.auth",
                "my.credentials.file",
                "githubToken",
                "token2"
            })
    void aSecretIsKnownByAnyWordOfItsKey(String key) {
        TopologyConf conf = TopologyConf.of(Map.of("outer", List.of(Map.of(key, Map.of("a", "canary")))));

        assertThat(conf.toString()).doesNotContain("canary").contains(key + "=***");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "topology.key.groups",
                "tokens.max",
                "author",
                "keyboard",
                "authority.host",
                "primary.key",
                "monkey",
                "tokenizer",
                "access.log",
                "api.url",
                "secretary"
            })
    void whatOnlyLooksLikeASecretIsShown(String key) {
        assertThat(TopologyConf.of(Map.of(key, "plain")).toString()).contains(key + "=plain");
    }

    @Test
    void aSecretHas32BytesAndIsAnotherEachTime() {
        assertThat(SECRET.bytes().length()).isEqualTo(32);
        assertThat(TransportSecret.random(new SecureRandom())).isNotEqualTo(SECRET);
        assertThat(TransportSecret.of(SECRET.text())).isEqualTo(SECRET);
        assertThatIllegalArgumentException().isThrownBy(() -> new TransportSecret(Bytes.of(new byte[31])));
    }

    @Test
    void anAuthorCannotBringASecretUnderAKey() {
        TopologyConf conf = TopologyConf.of(Map.of("secret", "mine"));

        assertThat(read(conf.encode()).secret()).isEmpty();
        assertThat(read(conf.with(SECRET).encode()).values()).containsEntry("secret", "mine");
    }

    @Test
    void fieldsThatThisVersionDoesNotKnowAreKept() {
        TopologyConf newer = read(bytes("{\"later\":{\"a\":[1]},\"conf\":{\"my.x\":1}}"));

        assertThat(new String(newer.with(SECRET).encode(), StandardCharsets.UTF_8))
                .contains("\"later\":{\"a\":[1]}", "\"my.x\":1", SECRET.text());
    }

    @Test
    void aFileThatIsCutOffAnywhereIsRefused() {
        byte[] whole =
                TopologyConf.of(Declared.config(new Random(3))).with(SECRET).encode();

        for (int length = 0; length < whole.length; length++) {
            assertThat(refusal(Arrays.copyOf(whole, length))).contains("stormconf.ser");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"conf\":7}",
                "{\"conf\":{},\"secret\":\"%%\"}",
                "{\"conf\":{},\"secret\":\"AAAA\"}",
                "{\"conf\":{},\"secret\":7}",
                "{\"conf\":{\"a\":{\"$long\":5}}}",
                "{\"conf\":{\"a\":{\"$long\":\"x\"}}}",
                "{\"conf\":{\"a\":{\"$later\":\"x\"}}}",
                "{\"conf\":{\"a\":1,\"a\":2}}",
                "{\"conf\":{\"a\":NaN}}",
            })
    void whatIsNoConfIsRefused(String json) {
        assertThat(refusal(bytes(json))).contains("makes no sense").doesNotContain("AAAA");
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 900, 10_000, 1_000_000})
    void whatIsNestedTooDeeplyIsRefused(int depth) {
        assertThat(refusal(bytes("{\"conf\":{\"a\":" + "[".repeat(depth) + "]".repeat(depth) + "}}")))
                .contains("makes no sense");
    }

    @Test
    void moreThanTheLimitIsRefused() {
        byte[] whole = TopologyConf.of(Map.of("my.x", 1)).encode();

        TopologyConf.decode(whole, new CodeLimits(1, 1, whole.length, 1, JarLimits.DEFAULT));
        assertThat(catchThrowableOfType(
                        EngineException.class,
                        () -> TopologyConf.decode(whole, new CodeLimits(1, 1, whole.length - 1, 1, JarLimits.DEFAULT))))
                .hasMessageContaining(String.valueOf(whole.length - 1));
    }

    @Test
    void whatCannotBeWrittenDownIsNamed() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TopologyConf.of(Map.of("my.count", new AtomicLong())))
                .withMessageContaining("'my.count' has a java.util.concurrent.atomic.AtomicLong");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TopologyConf.of(Map.of("my", Map.of(1, "one"))))
                .withMessageContaining("'my' has the key 1");
    }

    private static TopologyConf read(byte[] content) {
        return TopologyConf.decode(content, CodeLimits.DEFAULT);
    }

    private static byte[] bytes(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }

    private static String refusal(byte[] content) {
        EngineException refused = catchThrowableOfType(EngineException.class, () -> read(content));
        assertThat(refused).isNotNull();
        assertThat(refused.category()).isEqualTo(EngineException.Category.REJECTED);
        return String.valueOf(refused.getMessage());
    }
}
