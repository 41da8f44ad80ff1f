package dev.gale.runtime.code;

import dev.gale.runtime.store.Fields;
import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.plugin.EngineException;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The content of {@code stormconf.ser}: what the author configured, as JSON, and the secret of the topology's workers, which nimbus
 * adds. Fields that this version does not know are kept. What it shows of itself has no secrets.
 */
public final class TopologyConf {
    private static final String WHERE = CodeFile.CONF.fileName();
    private static final String CONF = "conf";
    private static final String SECRET = "secret";
    private static final String HIDDEN = "***";

    /** A word of a key whose value is nobody's business. */
    private static final Set<String> SECRET_WORDS = Set.of(
            "auth",
            "credential",
            "credentials",
            "passphrase",
            "passwd",
            "password",
            "payload",
            "pwd",
            "secret",
            "token");

    /** What a key opens when it is such a key; others are keys of maps and groups. */
    private static final Set<String> SECRET_KEYS = Set.of("access", "api", "encryption", "private", "secret");

    private static final Pattern BETWEEN_WORDS = Pattern.compile(
            "[^\\p{L}\\p{N}]+|(?<=[\\p{Ll}\\p{N}])(?=\\p{Lu})|(?<=\\p{Lu})(?=\\p{Lu}\\p{Ll})|(?<=\\p{L})(?=\\p{N})");

    private final Map<String, Object> values;
    private final @Nullable TransportSecret secret;
    private final Map<String, Object> unknown;

    private TopologyConf(Map<String, Object> values, @Nullable TransportSecret secret, Map<String, Object> unknown) {
        this.values = values;
        this.secret = secret;
        this.unknown = unknown;
    }

    /** @throws IllegalArgumentException naming a key whose value cannot be written down */
    public static TopologyConf of(Map<String, ?> conf) {
        Map<String, @Nullable Object> json = PlainValues.write(conf);
        try {
            PlainValues.encode(json);
        } catch (IOException | RuntimeException e) {
            throw new IllegalArgumentException("The config cannot be written down: " + Shown.of(e), e);
        }
        return new TopologyConf(PlainValues.read(json), null, Map.of());
    }

    /** @throws EngineException with category REJECTED if it is not whole, or larger than the limits */
    public static TopologyConf decode(byte[] content, CodeLimits limits) {
        if (content.length > limits.confBytes()) {
            throw refused("it has " + content.length + " bytes, more than " + limits.confBytes());
        }
        if (content.length == 0 || content[0] != '{') {
            throw refused("it is no JSON object");
        }
        try {
            Fields fields = Fields.decode("config", Bytes.of(content));
            Map<String, Object> unknown = new LinkedHashMap<>(fields.all());
            unknown.keySet().removeAll(Set.of(CONF, SECRET));
            return new TopologyConf(
                    PlainValues.read(fields.map(CONF)),
                    fields.all().get(SECRET) == null ? null : TransportSecret.of(fields.text(SECRET)),
                    unknown);
        } catch (RuntimeException e) {
            throw refused("it makes no sense: " + Shown.of(e));
        }
    }

    public byte[] encode() {
        Map<String, Object> fields = new LinkedHashMap<>(unknown);
        fields.put(CONF, PlainValues.write(values));
        if (secret != null) {
            fields.put(SECRET, secret.text());
        }
        try {
            return PlainValues.encode(fields);
        } catch (IOException e) {
            throw new IllegalStateException("A config that was read cannot be written as JSON: " + values.keySet(), e);
        }
    }

    /** The same with this secret in place of any other. */
    public TopologyConf with(TransportSecret wanted) {
        return new TopologyConf(values, wanted, unknown);
    }

    /** What the author configured. The workers' secret is not in it. */
    public Map<String, Object> values() {
        return values;
    }

    /** Empty until nimbus has added it. */
    public Optional<TransportSecret> secret() {
        return Optional.ofNullable(secret);
    }

    /** For people: values of keys such as {@code db.password} are hidden, however deep they are. */
    public Map<String, Object> shown() {
        return hide(values);
    }

    @Override
    public String toString() {
        return shown().toString();
    }

    private static Map<String, Object> hide(Map<?, ?> map) {
        Map<String, Object> shown = new LinkedHashMap<>();
        map.forEach((key, value) -> {
            String name = String.valueOf(key);
            shown.put(name, isSecret(name) ? HIDDEN : hideIn(value));
        });
        return Collections.unmodifiableMap(shown);
    }

    private static Object hideIn(Object value) {
        if (value instanceof Map<?, ?> map) {
            return hide(map);
        }
        return value instanceof List<?> list
                ? list.stream().map(TopologyConf::hideIn).toList()
                : value;
    }

    private static boolean isSecret(String key) {
        String before = "";
        for (String each : BETWEEN_WORDS.split(key)) {
            String word = each.toLowerCase(Locale.ROOT);
            boolean isKey = word.equals("key") || word.equals("keys");
            if (SECRET_WORDS.contains(word)
                    || isKey && SECRET_KEYS.contains(before)
                    || SECRET_KEYS.stream().anyMatch(opened -> word.equals(opened + "key"))) {
                return true;
            }
            before = word;
        }
        return false;
    }

    private static EngineException refused(String why) {
        return new EngineException(EngineException.Category.REJECTED, WHERE + " is refused: " + why);
    }
}
