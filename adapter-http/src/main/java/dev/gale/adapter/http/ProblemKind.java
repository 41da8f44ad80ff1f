package dev.gale.adapter.http;

import dev.gale.control.ControlException;
import java.util.Locale;

/** The types of problems, which stay; each has one status. */
enum ProblemKind {
    INVALID(400, "The request makes no sense"),
    UNAUTHENTICATED(401, "The token is missing or wrong"),
    DENIED(403, "Not allowed"),
    NOT_FOUND(404, "There is no such thing"),
    METHOD_NOT_ALLOWED(405, "Not with this method"),
    TIMED_OUT(408, "The request took too long to arrive"),
    CONFLICT(409, "Not in this state"),
    TOO_LARGE(413, "Too many bytes"),
    UNSUPPORTED_MEDIA_TYPE(415, "Not in this format"),
    NOT_LEADING(421, "Another nimbus leads"),
    TOO_MANY_REQUESTS(429, "Too many requests at a time"),
    INTERNAL(500, "A fault of the server"),
    UNAVAILABLE(503, "Not now");

    private final int status;
    private final String title;

    ProblemKind(int status, String title) {
        this.status = status;
        this.title = title;
    }

    int status() {
        return status;
    }

    String title() {
        return title;
    }

    /** As in {@code urn:gale:problem:not-found}. */
    String type() {
        return "urn:gale:problem:" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static ProblemKind of(ControlException.Kind kind) {
        return switch (kind) {
            case NOT_FOUND -> NOT_FOUND;
            case CONFLICT -> CONFLICT;
            case INVALID -> INVALID;
            case DENIED -> DENIED;
            case UNAVAILABLE -> UNAVAILABLE;
            case TOO_LARGE -> TOO_LARGE;
            case INTERNAL -> INTERNAL;
            case NOT_LEADING -> NOT_LEADING;
        };
    }

    /** For statuses that the server below gives; what has no kind of its own is as its class is. */
    static ProblemKind ofStatus(int status) {
        for (ProblemKind kind : values()) {
            if (kind.status == status) {
                return kind;
            }
        }
        return status < 500 ? INVALID : INTERNAL;
    }
}
