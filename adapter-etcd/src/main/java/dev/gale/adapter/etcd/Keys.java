package dev.gale.adapter.etcd;

import com.google.protobuf.ByteString;
import dev.gale.spi.metadata.Key;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Keys as etcd has them: their paths in ASCII, in the order of bytes. What is below a key lies between its path and a
 * {@code /}, and its path and the character after that.
 */
final class Keys {
    private static final char AFTER_SLASH = '/' + 1;
    private static final ByteString LEAST = ByteString.copyFrom(new byte[1]);

    private Keys() {}

    static ByteString of(Key key) {
        return bytes(key.path());
    }

    /** The key of those bytes; none when they are not one that this adapter wrote. */
    static Optional<Key> key(ByteString bytes) {
        try {
            return Optional.of(Key.of(bytes.toString(StandardCharsets.ISO_8859_1)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Where those begin that are below the key. */
    static ByteString belowBegin(Key key) {
        return bytes(key.isRoot() ? "/" : key.path() + "/");
    }

    /** What comes after all that are below the key. */
    static ByteString belowEnd(Key key) {
        return afterAllBelow(bytes(key.isRoot() ? "" : key.path()));
    }

    /** What comes after all that are below the key of these bytes. */
    static ByteString afterAllBelow(ByteString key) {
        return key.concat(bytes(String.valueOf(AFTER_SLASH)));
    }

    /** What comes directly after these bytes. */
    static ByteString after(ByteString bytes) {
        return bytes.concat(LEAST);
    }

    /** The keys above, without the root, the highest first. */
    static List<Key> above(Key key) {
        List<Key> above = new ArrayList<>();
        String path = key.path();
        for (int slash = path.indexOf('/', 1); slash > 0; slash = path.indexOf('/', slash + 1)) {
            above.add(Key.of(path.substring(0, slash)));
        }
        return above;
    }

    private static ByteString bytes(String path) {
        return ByteString.copyFrom(path, StandardCharsets.US_ASCII);
    }
}
