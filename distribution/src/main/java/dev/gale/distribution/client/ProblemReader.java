package dev.gale.distribution.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gale.control.ControlException;
import dev.gale.control.ControlException.Kind;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;

/** Makes a failure of an answer that says no. */
final class ProblemReader {
    private static final String TYPE = "urn:gale:problem:";
    private static final int LONGEST = 2_000;

    /** Problems of the protocol, which no use case knows. */
    private static final Map<String, Kind> OTHERS = Map.of(
            "UNAUTHENTICATED", Kind.DENIED,
            "METHOD_NOT_ALLOWED", Kind.INVALID,
            "UNSUPPORTED_MEDIA_TYPE", Kind.INVALID,
            "TIMED_OUT", Kind.UNAVAILABLE,
            "TOO_MANY_REQUESTS", Kind.UNAVAILABLE);

    private final ObjectMapper mapper;

    ProblemReader(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    ControlException read(Address from, int status, byte[] body) {
        JsonNode problem;
        try {
            problem = mapper.readTree(body);
        } catch (IOException e) {
            return foreign(from, status);
        }
        String type = problem.path("type").asText();
        if (!type.startsWith(TYPE)) {
            return foreign(from, status);
        }
        Kind kind = kind(type.substring(TYPE.length()).toUpperCase(Locale.ROOT).replace('-', '_'));
        String detail = printable(problem.path("detail").asText());
        return switch (kind) {
            case NOT_LEADING ->
                ControlException.notLeading(problem.path("leader").asText());
            case TOO_LARGE ->
                ControlException.tooLarge(detail, problem.path("limitBytes").asLong(-1));
            case INTERNAL ->
                new ControlException(
                        kind,
                        detail + " (" + from.hostPort() + ", request "
                                + printable(problem.path("requestId").asText()) + ")");
            default -> new ControlException(kind, detail);
        };
    }

    private static Kind kind(String name) {
        for (Kind kind : Kind.values()) {
            if (kind.name().equals(name)) {
                return kind;
            }
        }
        return OTHERS.getOrDefault(name, Kind.INTERNAL);
    }

    private static ControlException foreign(Address from, int status) {
        return new ControlException(
                status == 502 || status == 503 || status == 504 ? Kind.UNAVAILABLE : Kind.INTERNAL,
                "What answers at " + from.hostPort() + " with status " + status
                        + " is no nimbus; see nimbus.seeds and --nimbus");
    }

    /** A server's text cannot steer a terminal. */
    private static String printable(String text) {
        return text.substring(0, Math.min(text.length(), LONGEST))
                .replaceAll("[\\p{Cntrl}&&[^\n]]|[\\u202a-\\u202e\\u2066-\\u2069]", "?");
    }
}
