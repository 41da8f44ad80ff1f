package dev.gale.adapter.zookeeper;

import dev.gale.spi.plugin.ConfigSection;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The section {@code zookeeper}, described in {@code package-info}. */
record ZookeeperSettings(
        String connect,
        Duration sessionTimeout,
        Duration connectTimeout,
        Optional<Credentials> credentials,
        Optional<TlsSettings> tls) {
    static final String NAME = "zookeeper";
    static final String CONNECT = "connect";
    static final int DEFAULT_PORT = 2181;

    private static final Pattern SERVER = Pattern.compile("([^\\s:/\\[\\]]+|\\[[0-9A-Fa-f:.]+\\]):(\\d{1,5})");
    private static final Duration LEAST = Duration.ofMillis(100);
    private static final Duration MOST = Duration.ofDays(1);

    static ZookeeperSettings read(ConfigSection section) {
        ZookeeperSettings settings = new ZookeeperSettings(
                servers(section),
                duration(section, "session-timeout", Duration.ofSeconds(10)),
                duration(section, "connect-timeout", Duration.ofSeconds(15)),
                credentials(section),
                section.has("tls") ? Optional.of(TlsSettings.read(section.section("tls"))) : Optional.empty());
        // Of the server that gale dev starts: no business of its clients, but known.
        EmbeddedSettings.look(section.section("server"));
        section.rejectProblems();
        return settings;
    }

    /** How long a call waits for a session, or for its answer: not longer than a session lives without ZooKeeper. */
    Duration answerTimeout() {
        return connectTimeout.compareTo(sessionTimeout) < 0 ? connectTimeout : sessionTimeout;
    }

    /** Whether all servers are on this host. */
    boolean isLoopback() {
        return Pattern.matches("((127\\.[0-9.]+|localhost|\\[::1\\]):\\d+,?)+", connect);
    }

    private static String servers(ConfigSection section) {
        List<String> servers = section.list(CONNECT, List.of("127.0.0.1:" + DEFAULT_PORT));
        if (servers.isEmpty()) {
            section.problem(CONNECT, "names no server");
        }
        for (String server : servers) {
            Matcher parts = SERVER.matcher(server);
            if (server.indexOf('/') >= 0) {
                section.problem(CONNECT, "has a path in '" + server + "': metadata.root is what chooses the place");
            } else if (!parts.matches() || !isPort(Integer.parseInt(parts.group(2)))) {
                section.problem(CONNECT, "expected host:port with a port from 1 to 65535, was '" + server + "'");
            }
        }
        return String.join(",", servers);
    }

    private static boolean isPort(int number) {
        return number > 0 && number < 1 << 16;
    }

    private static Duration duration(ConfigSection section, String key, Duration defaultValue) {
        Duration duration = section.duration(key, defaultValue);
        if (duration.compareTo(LEAST) < 0 || duration.compareTo(MOST) > 0) {
            section.problem(key, "must be between 100ms and 1d, was " + duration.toMillis() + "ms");
            return defaultValue;
        }
        return duration;
    }

    private static Optional<Credentials> credentials(ConfigSection section) {
        String username = section.string("username", "");
        String password = section.string("password", "");
        if (username.isEmpty() && password.isEmpty()) {
            return Optional.empty();
        }
        if (username.isEmpty()) {
            section.problem("username", "is required with a password");
        }
        if (password.isEmpty()) {
            section.problem("password", "is required with a username");
        }
        if (username.indexOf(':') >= 0) {
            section.problem("username", "must not have a ':'");
        }
        return Optional.of(new Credentials(username, password));
    }
}
