package dev.gale.spi.metadata;

import java.util.Map;
import java.util.Objects;

/** What became of a commit. */
public sealed interface CommitResult {
    /** True when all of it was written. */
    default boolean accepted() {
        return this instanceof Accepted;
    }

    /**
     * All of it was written.
     *
     * @param versions the new version of each key that was put
     */
    record Accepted(Map<Key, Version> versions) implements CommitResult {
        public Accepted {
            versions = Map.copyOf(versions);
        }

        /** The version that the commit gave to a key that it put. */
        public Version version(Key key) {
            Version version = versions.get(key);
            if (version == null) {
                throw new IllegalArgumentException("the commit did not put " + key + " but " + versions.keySet());
            }
            return version;
        }
    }

    /**
     * Nothing of it was written.
     *
     * @param check one that did not hold
     */
    record Refused(Check check) implements CommitResult {
        public Refused {
            Objects.requireNonNull(check, "check");
        }
    }
}
