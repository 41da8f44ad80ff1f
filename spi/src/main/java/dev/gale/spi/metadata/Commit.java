package dev.gale.spi.metadata;

import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Writes that happen together or not at all, and only if all checks hold. Each key is written at most once.
 *
 * <p>A commit over the store's limits cannot be made: the constructor throws {@link EngineException} of category
 * REJECTED.
 *
 * @param requestId unique to this wish, such as a UUID; a repetition of the same wish has the same
 */
public record Commit(String requestId, List<Check> checks, List<Put> puts, List<Key> deletes) {
    /** Longest request id in characters, which are printable ASCII without blanks. */
    public static final int MAX_REQUEST_ID_LENGTH = 128;

    /** A value to be written. */
    public record Put(Key key, Bytes value, Lifetime lifetime) {
        public Put {
            Objects.requireNonNull(key, "key");
            Objects.requireNonNull(value, "value");
            Objects.requireNonNull(lifetime, "lifetime");
        }
    }

    public Commit {
        checks = List.copyOf(checks);
        puts = List.copyOf(puts);
        deletes = List.copyOf(deletes);
        if (requestId.isEmpty()
                || requestId.length() > MAX_REQUEST_ID_LENGTH
                || !requestId.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw new IllegalArgumentException("a request id has 1 to " + MAX_REQUEST_ID_LENGTH
                    + " printable characters without blanks: '" + requestId + "'");
        }
        checkKeys(puts, deletes);
        checkLimits(checks, puts, deletes);
    }

    public static Builder builder(String requestId) {
        return new Builder(requestId);
    }

    /** Checks and writes in all; the store's limit is on this number. */
    public int operations() {
        return checks.size() + puts.size() + deletes.size();
    }

    private static void checkKeys(List<Put> puts, List<Key> deletes) {
        Set<Key> written = new HashSet<>();
        puts.forEach(put -> checkKey(put.key(), written));
        deletes.forEach(key -> checkKey(key, written));
        if (written.isEmpty()) {
            throw new IllegalArgumentException("a commit writes something");
        }
    }

    private static void checkKey(Key key, Set<Key> written) {
        if (key.isRoot() || !written.add(key)) {
            throw new IllegalArgumentException("a commit writes a key once and never the root: " + key);
        }
    }

    private static void checkLimits(List<Check> checks, List<Put> puts, List<Key> deletes) {
        int operations = checks.size() + puts.size() + deletes.size();
        if (operations > MetadataStore.MAX_OPERATIONS) {
            throw tooLarge("a commit of " + operations + " operations", MetadataStore.MAX_OPERATIONS + " operations");
        }
        long bytes = 0;
        for (Check check : checks) {
            bytes += check.key().path().length();
        }
        for (Key key : deletes) {
            bytes += key.path().length();
        }
        for (Put put : puts) {
            if (put.value().length() > MetadataStore.MAX_VALUE_BYTES) {
                throw tooLarge(
                        "the value of " + put.key() + " with " + put.value(), MetadataStore.MAX_VALUE_BYTES + " bytes");
            }
            bytes += put.key().path().length() + put.value().length();
        }
        if (bytes > MetadataStore.MAX_COMMIT_BYTES) {
            throw tooLarge("a commit of " + bytes + " bytes", MetadataStore.MAX_COMMIT_BYTES + " bytes");
        }
    }

    private static EngineException tooLarge(String what, String limit) {
        return new EngineException(Category.REJECTED, what + " is over the limit of " + limit);
    }

    /** Collects the parts of a commit. */
    public static final class Builder {
        private final String requestId;
        private final List<Check> checks = new ArrayList<>();
        private final List<Put> puts = new ArrayList<>();
        private final List<Key> deletes = new ArrayList<>();

        private Builder(String requestId) {
            this.requestId = requestId;
        }

        public Builder check(Check check) {
            checks.add(check);
            return this;
        }

        public Builder checkUnchanged(Key key, Version version) {
            return check(Check.unchanged(key, version));
        }

        public Builder checkPresent(Key key) {
            return check(Check.present(key));
        }

        public Builder checkAbsent(Key key) {
            return check(Check.absent(key));
        }

        public Builder put(Key key, Bytes value) {
            puts.add(new Put(key, value, Lifetime.PERSISTENT));
            return this;
        }

        public Builder putForSession(Key key, Bytes value) {
            puts.add(new Put(key, value, Lifetime.SESSION));
            return this;
        }

        public Builder delete(Key key) {
            deletes.add(key);
            return this;
        }

        public Commit build() {
            return new Commit(requestId, checks, puts, deletes);
        }
    }
}
