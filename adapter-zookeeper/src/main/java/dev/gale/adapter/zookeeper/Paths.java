package dev.gale.adapter.zookeeper;

import dev.gale.spi.metadata.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Keys as paths of nodes. A key's path is its own, but for two names of the first level: {@code zookeeper} belongs to the
 * server, and what begins with {@code gale-creations} to {@link Creations}. A key of such a name has a {@code _} before
 * it, and one that has a {@code _} there already gets one more, so that every key has a path and no two share one.
 */
final class Paths {
    static final String ROOT = "/";

    /** How the nodes of {@link Creations} begin. */
    static final String CREATIONS = "gale-creations";

    private static final Pattern TAKEN = Pattern.compile("zookeeper|" + CREATIONS + ".*");
    private static final Pattern LIKE_TAKEN = Pattern.compile("_*(" + TAKEN.pattern() + ")");

    private Paths() {}

    static String path(Key key) {
        String top = top(key.path());
        return LIKE_TAKEN.matcher(top).matches() ? "/_" + key.path().substring(1) : key.path();
    }

    /** The key that the node is for; none for a node that no key can have. */
    static Optional<Key> key(String path) {
        String top = top(path);
        if (TAKEN.matcher(top).matches()) {
            return Optional.empty();
        }
        String plain = LIKE_TAKEN.matcher(top).matches() ? "/" + path.substring(2) : path;
        try {
            return Optional.of(Key.of(plain));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    static String child(String path, String name) {
        return path.equals(ROOT) ? ROOT + name : path + "/" + name;
    }

    /** The nodes above, without the root, the highest first. */
    static List<String> above(String path) {
        List<String> above = new ArrayList<>();
        for (int slash = path.indexOf('/', 1); slash > 0; slash = path.indexOf('/', slash + 1)) {
            above.add(path.substring(0, slash));
        }
        return above;
    }

    /** The node directly above; none for one of the first level. */
    static Optional<String> parent(String path) {
        int slash = path.lastIndexOf('/');
        return slash <= 0 ? Optional.empty() : Optional.of(path.substring(0, slash));
    }

    private static String top(String path) {
        int end = path.indexOf('/', 1);
        return path.substring(1, end < 0 ? path.length() : end);
    }
}
