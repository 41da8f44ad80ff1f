package dev.gale.adapter.http;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * The body of an answer that says no; RFC 9457.
 *
 * @param type stays, for programs
 * @param detail for people: what is wrong, and what to do
 * @param requestId under which the log tells more
 * @param leader host and port of the nimbus to ask, if another leads
 * @param limitBytes the most that is taken, if that was too much
 */
record Problem(
        String type,
        String title,
        int status,
        String detail,
        String requestId,
        Optional<String> leader,
        OptionalLong limitBytes) {
    static final String MEDIA_TYPE = "application/problem+json";

    static Problem of(ProblemKind kind, String detail, String requestId) {
        return new Problem(
                kind.type(), kind.title(), kind.status(), detail, requestId, Optional.empty(), OptionalLong.empty());
    }
}
