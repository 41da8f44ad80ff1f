package dev.gale.adapter.http;

import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** A request that this module itself refuses. */
final class ProblemException extends RuntimeException {
    private final ProblemKind kind;
    private final OptionalLong limitBytes;
    private final Map<String, String> headers = new TreeMap<>();

    ProblemException(ProblemKind kind, String detail) {
        this(kind, detail, OptionalLong.empty());
    }

    private ProblemException(ProblemKind kind, String detail, OptionalLong limitBytes) {
        super(detail);
        this.kind = kind;
        this.limitBytes = limitBytes;
    }

    static ProblemException tooLarge(String what, long limitBytes) {
        return new ProblemException(
                ProblemKind.TOO_LARGE, what + " has at most " + limitBytes + " bytes", OptionalLong.of(limitBytes));
    }

    ProblemException withHeader(String name, String value) {
        headers.put(name, value);
        return this;
    }

    ProblemKind kind() {
        return kind;
    }

    OptionalLong limitBytes() {
        return limitBytes;
    }

    Map<String, String> headers() {
        return headers;
    }
}
