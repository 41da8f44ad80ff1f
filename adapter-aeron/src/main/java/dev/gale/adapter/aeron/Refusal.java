package dev.gale.adapter.aeron;

import dev.gale.spi.transport.PeerIdentity;
import java.util.Optional;

/** Why a stream that reaches an endpoint does not become half of a connection. */
enum Refusal {
    GARBAGE("garbage", true, "what was said is not Gale's handshake"),
    VERSION("version", true, "the versions of the protocol differ"),
    GROUP("group", true, "the groups differ"),
    SECRET("secret", true, "the secrets differ"),
    ENDPOINT("endpoint", true, "another endpoint is expected"),
    GENERATION("generation", true, "another generation is expected"),
    INCARNATION("incarnation", true, "another incarnation is expected"),
    /** The peer is there and is not declared here yet: its words are kept for when it is. */
    UNDECLARED("undeclared", false, "the peer is not declared"),
    /** A stream of an earlier connection, or for an earlier life of this end. */
    STALE("stale", false, "the stream belongs to a connection that is not here"),
    SLOW("slow", false, "the handshake took too long"),
    /** Too many that had not proven themselves; the oldest went. */
    CROWDED("crowded", false, "too many streams have not proven themselves");

    private final String word;
    private final boolean told;
    private final String text;

    Refusal(String word, boolean told, String text) {
        this.word = word;
        this.told = told;
        this.text = text;
    }

    String counterName() {
        return "refused." + word;
    }

    /** Whether something is wrong that will not pass by waiting. */
    boolean isTold() {
        return told;
    }

    /** Whether the other end may do better by a new stream, and is to be told. */
    boolean isWorthAnotherTry() {
        return this == STALE || this == SLOW || this == CROWDED;
    }

    String text() {
        return text;
    }

    /** Why {@code expected} does not admit {@code proven}; nothing when it does. */
    static Optional<Refusal> between(PeerIdentity expected, PeerIdentity proven) {
        if (expected.admits(proven)) {
            return Optional.empty();
        }
        if (!expected.group().equals(proven.group())) {
            return Optional.of(GROUP);
        }
        if (!expected.endpoint().equals(proven.endpoint())) {
            return Optional.of(ENDPOINT);
        }
        return Optional.of(expected.generation() == proven.generation() ? INCARNATION : GENERATION);
    }
}
