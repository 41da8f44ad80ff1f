package dev.gale.adapter.aeron;

/** Where to listen or to send to: {@code host:port}; an IPv6 address stands in brackets. */
record Address(String host, int port) {
    private static final int MOST = 65_535;
    private static final int MOST_DIGITS = 5;

    /** @throws IllegalArgumentException that names the text */
    static Address parse(String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? "" : text.substring(0, colon);
        boolean bracketed = host.startsWith("[") && host.endsWith("]");
        String bare = bracketed ? host.substring(1, host.length() - 1) : host;
        if (!bracketed && bare.indexOf(':') >= 0) {
            throw new IllegalArgumentException("address '" + text + "': an IPv6 address stands in brackets");
        }
        int port = port(text.substring(colon + 1));
        if (bare.isBlank() || port < 0) {
            throw new IllegalArgumentException("address '" + text + "' is not host:port");
        }
        // They would become parameters of an Aeron channel.
        if (!bare.chars().allMatch(Address::isPartOfAHost)) {
            throw new IllegalArgumentException("address '" + text + "' has a character that no host has");
        }
        return new Address(bare, port);
    }

    private static boolean isPartOfAHost(int c) {
        return Character.isLetterOrDigit(c) || ".-_:%".indexOf(c) >= 0;
    }

    private static int port(String text) {
        boolean number =
                !text.isEmpty() && text.length() <= MOST_DIGITS && text.chars().allMatch(c -> c >= '0' && c <= '9');
        int port = number ? Integer.parseInt(text) : -1;
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
