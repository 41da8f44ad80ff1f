package dev.gale.adapter.etcd;

import dev.gale.spi.plugin.ConfigSection;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The section {@code etcd}, described in {@code package-info}. */
record EtcdSettings(
        List<Endpoint> endpoints,
        Duration sessionTimeout,
        Duration connectTimeout,
        Optional<Credentials> credentials,
        Optional<TlsSettings> tls) {
    static final String NAME = "etcd";
    static final String ENDPOINTS = "endpoints";
    static final int DEFAULT_PORT = 2379;

    private static final Pattern ENDPOINT = Pattern.compile("([^\\s:/\\[\\]]+|\\[([0-9A-Fa-f:.]+)\\]):(\\d{1,5})");
    private static final Duration MOST = Duration.ofDays(1);

    EtcdSettings {
        endpoints = List.copyOf(endpoints);
    }

    static EtcdSettings read(ConfigSection section) {
        EtcdSettings settings = new EtcdSettings(
                endpoints(section),
                sessionTimeout(section),
                duration(section, "connect-timeout", Duration.ofSeconds(15), Duration.ofMillis(100)),
                credentials(section),
                section.has("tls") ? Optional.of(TlsSettings.read(section.section("tls"))) : Optional.empty());
        // Of the server that gale dev starts: no business of its clients, but known.
        LocalSettings.look(section.section("server"));
        section.rejectProblems();
        return settings;
    }

    /** How long a call waits for its answer: not longer than a session lives without etcd. */
    Duration answerTimeout() {
        return connectTimeout.compareTo(sessionTimeout) < 0 ? connectTimeout : sessionTimeout;
    }

    /** Whether all members are on this host. */
    boolean isLoopback() {
        return endpoints.stream().allMatch(Endpoint::isLoopback);
    }

    /** The endpoints as a user writes them. */
    String connect() {
        return endpoints.stream().map(Endpoint::toString).collect(Collectors.joining(","));
    }

    private static List<Endpoint> endpoints(ConfigSection section) {
        List<String> texts = section.list(ENDPOINTS, List.of("127.0.0.1:" + DEFAULT_PORT));
        if (texts.isEmpty()) {
            section.problem(ENDPOINTS, "names no member");
        }
        List<Endpoint> endpoints = new ArrayList<>();
        for (String text : texts) {
            Matcher parts = ENDPOINT.matcher(text);
            if (text.contains("://")) {
                section.problem(ENDPOINTS, "has a scheme in '" + text + "': host:port alone, and tls for TLS");
            } else if (!parts.matches() || !isPort(Integer.parseInt(parts.group(3)))) {
                section.problem(ENDPOINTS, "expected host:port with a port from 1 to 65535, was '" + text + "'");
            } else {
                String host = parts.group(2) == null ? parts.group(1) : parts.group(2);
                if (!isHost(host)) {
                    section.problem(
                            ENDPOINTS,
                            "'" + host + "' in '" + text + "' is no name of a host: letters, digits, '-' and '.'"
                                    + " alone, or an address");
                }
                endpoints.add(new Endpoint(host, Integer.parseInt(parts.group(3))));
            }
        }
        return endpoints;
    }

    /** As gRPC sees it, which throws for others, such as those with an underscore. */
    private static boolean isHost(String host) {
        try {
            return new URI(null, null, host, DEFAULT_PORT, null, null, null).getHost() != null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private static boolean isPort(int number) {
        return number > 0 && number < 1 << 16;
    }

    /** A lease lives for whole seconds. */
    private static Duration sessionTimeout(ConfigSection section) {
        Duration asked = duration(section, "session-timeout", Duration.ofSeconds(10), Duration.ofSeconds(1));
        return Duration.ofSeconds(asked.plusMillis(999).toSeconds());
    }

    private static Duration duration(ConfigSection section, String key, Duration defaultValue, Duration least) {
        Duration duration = section.duration(key, defaultValue);
        if (duration.compareTo(least) < 0 || duration.compareTo(MOST) > 0) {
            section.problem(
                    key, "must be between " + least.toMillis() + "ms and 1d, was " + duration.toMillis() + "ms");
            return defaultValue;
        }
        return duration;
    }

    private static Optional<Credentials> credentials(ConfigSection section) {
        String user = section.string("user", "");
        String password = section.string("password", "");
        String file = section.string("password-file", "");
        if (!file.isEmpty()) {
            if (!password.isEmpty()) {
                section.problem("password-file", "there is a password too: one of them");
            }
            password = passwordIn(section, file);
        }
        if (user.isEmpty() && password.isEmpty()) {
            return Optional.empty();
        }
        if (user.isEmpty()) {
            section.problem("user", "is required with a password");
        }
        if (password.isEmpty() && file.isEmpty()) {
            section.problem("password", "is required with a user, or password-file");
        }
        return Optional.of(new Credentials(user, password));
    }

    private static String passwordIn(ConfigSection section, String file) {
        try {
            String password = Files.readString(Path.of(file)).strip();
            if (password.isEmpty()) {
                section.problem("password-file", "is empty: " + file);
            }
            return password;
        } catch (IOException e) {
            section.problem("password-file", "is no file that can be read: " + file);
            return "";
        }
    }
}
