package dev.gale.spi.heartbeat;

import dev.gale.spi.plugin.Bytes;
import java.util.Objects;

/** What a reader found. */
public sealed interface Reading {
    /**
     * A whole record.
     *
     * @param sequence 1 for the writer's first beat, one more for each later
     */
    record Beat(WriterIdentity writer, long sequence, Bytes payload) implements Reading {
        public Beat {
            Objects.requireNonNull(writer, "writer");
            Objects.requireNonNull(payload, "payload");
        }
    }

    /**
     * Nothing that counts.
     *
     * @param detail for people: the place, and what was found there
     */
    record NoHeartbeat(Reason reason, String detail) implements Reading {
        public NoHeartbeat {
            Objects.requireNonNull(reason, "reason");
            Objects.requireNonNull(detail, "detail");
        }
    }

    /** Why there is no heartbeat. */
    enum Reason {
        /** Nothing is there, or nothing was written yet. */
        ABSENT,
        /** A record of no bytes. */
        EMPTY,
        /** A record that ends too early. */
        TRUNCATED,
        /** A record of NUL bytes, as a crashed file system leaves it. */
        NUL_FILLED,
        /** A record whose bytes are not those that were written. */
        BAD_CHECKSUM,
        /**
         * Something is there that is no record, or that cannot be read: a directory, another format, a refused access.
         */
        UNREADABLE
    }
}
