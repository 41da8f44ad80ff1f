package dev.gale.runtime.config;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An address as people write it: {@code nimbus-1:7070}, {@code [::1]:7070}.
 *
 * @param host without brackets
 */
public record HostPort(String host, int port) {
    private static final Pattern TEXT = Pattern.compile("(?:\\[([0-9A-Fa-f:.%]+)]|([^\\s:\\[\\]/]+))(?::(\\d{1,5}))?");

    public HostPort {
        if (host.isBlank() || port < 0 || port > 65_535) {
            throw new IllegalArgumentException("no address: host '" + host + "', port " + port);
        }
    }

    /** Reads a host with a port, or without: then the port is {@code otherwise}. */
    static Optional<HostPort> parse(String text, int otherwise) {
        Matcher parts = TEXT.matcher(text.trim());
        if (!parts.matches()) {
            return Optional.empty();
        }
        String host = parts.group(1) == null ? parts.group(2) : parts.group(1);
        int port = parts.group(3) == null ? otherwise : Integer.parseInt(parts.group(3));
        return port <= 65_535 ? Optional.of(new HostPort(host, port)) : Optional.empty();
    }

    @Override
    public String toString() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
}
