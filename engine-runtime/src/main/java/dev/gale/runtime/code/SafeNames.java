package dev.gale.runtime.code;

import dev.gale.spi.plugin.EngineException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * The one gate for names that come from outside and become part of a path, or of a comparison with one: ids of topologies and uploads,
 * and digests. What passes is plain ASCII, has no separator, and does not begin with a dot or a dash.
 */
public final class SafeNames {
    private static final Pattern TOPOLOGY = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,199}");
    private static final Pattern UPLOAD = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");
    private static final Pattern FILE = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,199}");

    private SafeNames() {}

    /** @return the id @throws EngineException with category REJECTED if it is none */
    public static String topologyId(String id) {
        return matching(TOPOLOGY, id, "id of a topology: it has 1 to 200 letters, digits, '-' and '_'");
    }

    public static boolean isTopologyId(String id) {
        return TOPOLOGY.matcher(id).matches();
    }

    /** @return the id @throws EngineException with category REJECTED if it is none */
    public static String uploadId(String id) {
        return matching(UPLOAD, id, "id of an upload: nimbus gives it when an upload begins");
    }

    /** @return the digest @throws EngineException with category REJECTED if it is none */
    public static String digest(String text) {
        return matching(DIGEST, text, "SHA-256 digest: it has 64 hexadecimal digits in small letters");
    }

    /**
     * A file or directory right below another.
     *
     * @throws EngineException with category REJECTED if the name leads anywhere else
     */
    public static Path child(Path directory, String name) {
        matching(FILE, name, "file name: it has 1 to 200 letters, digits, '.', '-' and '_'");
        try {
            Path parent = directory.normalize();
            Path child = parent.resolve(name).normalize();
            if (parent.equals(child.getParent()) && child.endsWith(name)) {
                return child;
            }
        } catch (InvalidPathException e) {
            throw new EngineException(
                    EngineException.Category.REJECTED, "'" + Shown.of(name) + "' is no file name here", e);
        }
        throw new EngineException(
                EngineException.Category.REJECTED, "'" + Shown.of(name) + "' is not right below " + directory);
    }

    private static String matching(Pattern pattern, String text, String wanted) {
        if (!pattern.matcher(text).matches()) {
            throw new EngineException(EngineException.Category.REJECTED, "'" + Shown.of(text) + "' is no " + wanted);
        }
        return text;
    }
}
