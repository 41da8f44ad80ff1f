package dev.gale.adapter.zookeeper;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Who this client is. It prints without the password. */
record Credentials(String username, String password) {
    static final String SCHEME = "digest";

    /** What ZooKeeper's digest scheme takes. */
    byte[] digestInput() {
        return (username + ":" + password).getBytes(StandardCharsets.UTF_8);
    }

    /** The user's name in characters that any node may have. */
    String nodeName() {
        return HexFormat.of().formatHex(username.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return "Credentials[username=" + username + "]";
    }
}
