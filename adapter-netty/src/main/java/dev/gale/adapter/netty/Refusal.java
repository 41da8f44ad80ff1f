package dev.gale.adapter.netty;

import dev.gale.spi.transport.PeerIdentity;
import java.util.Optional;

/** Why a connection did not come about. The code is what goes over the wire, and stays. */
enum Refusal {
    GARBAGE(1, "garbage", true, "what was said is not Gale's handshake"),
    VERSION(2, "version", true, "the versions of the protocol differ"),
    GROUP(3, "group", true, "the groups differ"),
    SECRET(4, "secret", true, "the secrets differ"),
    ENDPOINT(5, "endpoint", true, "another endpoint is expected"),
    GENERATION(6, "generation", true, "another generation is expected"),
    INCARNATION(7, "incarnation", true, "another incarnation is expected"),
    TLS(8, "tls", true, "TLS could not be agreed on"),
    /** The peer is there and has not declared us yet: to be tried again. */
    UNDECLARED(9, "undeclared", false, "the peer is not declared"),
    /** Both ends dialled, and the other connection is the one that stays. */
    CROSSED(10, "crossed", false, "another connection of the pair is being made, or is there"),
    SLOW(11, "slow", false, "the handshake took too long"),
    /** Nobody is there, or is just going. */
    BROKEN_OFF(12, "broken-off", false, "the connection could not be made, or ended within the handshake"),
    /** Too many that had not proven themselves; the oldest went. */
    CROWDED(13, "crowded", false, "too many connections have not proven themselves");

    private final int code;
    private final String word;
    private final boolean told;
    private final String text;

    Refusal(int code, String word, boolean told, String text) {
        this.code = code;
        this.word = word;
        this.told = told;
        this.text = text;
    }

    int code() {
        return code;
    }

    String counterName() {
        return "refused." + word;
    }

    /** Whether it is a refusal to the user: something is wrong and will not pass by waiting. */
    boolean isTold() {
        return told;
    }

    String text() {
        return text;
    }

    static Refusal ofCode(int code) {
        for (Refusal refusal : values()) {
            if (refusal.code == code) {
                return refusal;
            }
        }
        return GARBAGE;
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
