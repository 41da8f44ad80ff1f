package dev.gale.spi.metadata;

import java.util.Optional;

/**
 * A place in the store: {@code /} and names divided by {@code /}. A name has printable ASCII without blanks and is
 * neither {@code .} nor {@code ..}; other names are for the caller to encode. The root itself holds no value.
 */
public record Key(String path) implements Comparable<Key> {
    /** Longest path in characters. */
    public static final int MAX_LENGTH = 512;

    /** The root: all keys lie under it. */
    public static final Key ROOT = new Key("/");

    public Key {
        if (path.length() > MAX_LENGTH || !path.startsWith("/")) {
            throw invalid(path, "starts with / and has at most " + MAX_LENGTH + " characters");
        }
        if (path.length() > 1) {
            for (String name : path.substring(1).split("/", -1)) {
                checkName(path, name);
            }
        }
    }

    public static Key of(String path) {
        return new Key(path);
    }

    /** The key of that name directly below. */
    public Key child(String name) {
        if (name.indexOf('/') >= 0) {
            throw invalid(name, "is one name and has no /");
        }
        return new Key(isRoot() ? "/" + name : path + "/" + name);
    }

    public boolean isRoot() {
        return path.length() == 1;
    }

    /** The key above; none above the root. */
    public Optional<Key> parent() {
        if (isRoot()) {
            return Optional.empty();
        }
        int slash = path.lastIndexOf('/');
        return Optional.of(slash == 0 ? ROOT : new Key(path.substring(0, slash)));
    }

    /** The last name; empty for the root. */
    public String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** True for this key and all below. */
    public boolean covers(Key other) {
        return isRoot()
                || other.path.startsWith(path)
                        && (other.path.length() == path.length() || other.path.charAt(path.length()) == '/');
    }

    @Override
    public int compareTo(Key other) {
        return path.compareTo(other.path);
    }

    @Override
    public String toString() {
        return path;
    }

    private static void checkName(String path, String name) {
        if (name.isEmpty() || name.equals(".") || name.equals("..")) {
            throw invalid(path, "has no empty name, no . and no ..");
        }
        if (!name.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw invalid(path, "has printable ASCII without blanks only");
        }
    }

    private static IllegalArgumentException invalid(String path, String rule) {
        return new IllegalArgumentException("not a key: '" + path + "': a key " + rule);
    }
}
