package dev.gale.control;

import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A request that failed. The message says what is wrong and what to do, in words for people. */
public final class ControlException extends RuntimeException {
    /** What a program can do about it. */
    public enum Kind {
        /** There is no such topology, component or upload. */
        NOT_FOUND,
        /** Not in the state in which things are. */
        CONFLICT,
        /** Such a request makes no sense, whatever the state. */
        INVALID,
        /** Whoever asks may not. */
        DENIED,
        /** Nobody can do this now; ask again later. */
        UNAVAILABLE,
        /** More bytes than are taken. */
        TOO_LARGE,
        /** A fault of the cluster; its log tells more. */
        INTERNAL,
        /** Another nimbus leads; ask that one. */
        NOT_LEADING
    }

    private final Kind kind;
    private final String leader;
    private final long limitBytes;

    public ControlException(Kind kind, String message) {
        this(kind, message, "", -1, null);
    }

    public ControlException(Kind kind, String message, Throwable cause) {
        this(kind, message, "", -1, cause);
    }

    private ControlException(Kind kind, String message, String leader, long limitBytes, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.leader = leader;
        this.limitBytes = limitBytes;
    }

    /** @param leader host and port of the leader's API, as in {@code nimbus1:7070}; empty if nobody is known to lead */
    public static ControlException notLeading(String leader) {
        return new ControlException(
                Kind.NOT_LEADING,
                leader.isEmpty()
                        ? "This nimbus does not lead, and nobody is known to; try again in a few seconds"
                        : "This nimbus does not lead; ask " + leader,
                leader,
                -1,
                null);
    }

    /** @param limitBytes the most that is taken */
    public static ControlException tooLarge(String message, long limitBytes) {
        return new ControlException(Kind.TOO_LARGE, message, "", limitBytes, null);
    }

    public Kind kind() {
        return kind;
    }

    /** Of NOT_LEADING: host and port of who leads; empty if nobody is known to. */
    public Optional<String> leader() {
        return leader.isEmpty() ? Optional.empty() : Optional.of(leader);
    }

    /** Of TOO_LARGE: the most that is taken, if that is known. */
    public OptionalLong limitBytes() {
        return limitBytes < 0 ? OptionalLong.empty() : OptionalLong.of(limitBytes);
    }
}
