package dev.gale.adapter.netty;

/** Where to listen or to connect: {@code host:port}; an IPv6 address stands in brackets. */
record Address(String host, int port) {
    private static final int MOST = 65_535;

    /** @throws IllegalArgumentException that names the text */
    static Address parse(String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? "" : text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        } else if (host.indexOf(':') >= 0) {
            throw new IllegalArgumentException("address '" + text + "': an IPv6 address stands in brackets");
        }
        int port = port(text.substring(colon + 1));
        if (host.isBlank() || port < 0) {
            throw new IllegalArgumentException("address '" + text + "' is not host:port");
        }
        return new Address(host, port);
    }

    private static int port(String text) {
        if (text.isEmpty() || text.length() > 5 || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return -1;
        }
        int port = Integer.parseInt(text);
        return port <= MOST ? port : -1;
    }

    Address withPort(int other) {
        return new Address(host, other);
    }

    @Override
    public String toString() {
        return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
    }
}
