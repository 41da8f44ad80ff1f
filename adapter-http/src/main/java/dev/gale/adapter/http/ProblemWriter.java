package dev.gale.adapter.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gale.control.ControlException;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.http.MethodNotAllowedResponse;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes a problem of every failure. What nobody has foreseen is logged under the request's id, and told without details. */
final class ProblemWriter {
    private static final Logger LOG = LoggerFactory.getLogger(ProblemWriter.class);

    private final ObjectMapper mapper;

    ProblemWriter(ObjectMapper mapper) {
        this.mapper = mapper;
    }

    void write(Context context, Throwable failure) {
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        String requestId = Gate.requestId(context);
        Problem problem;
        if (cause instanceof ControlException control) {
            problem = problem(control, requestId);
            if (control.kind() == ControlException.Kind.INTERNAL) {
                LOG.error("request={} failed", requestId, control);
            }
            if (control.kind() == ControlException.Kind.UNAVAILABLE) {
                context.header("Retry-After", "1");
            }
        } else if (cause instanceof ProblemException own) {
            Problem plain = Problem.of(own.kind(), String.valueOf(own.getMessage()), requestId);
            problem = withDetails(plain, Optional.empty(), own.limitBytes());
            own.headers().forEach(context::header);
        } else if (cause instanceof MethodNotAllowedResponse other) {
            context.header("Allow", String.join(", ", other.getDetails().values()));
            problem = Problem.of(
                    ProblemKind.METHOD_NOT_ALLOWED,
                    "There is no " + context.method() + " here; Allow says what there is",
                    requestId);
        } else if (cause instanceof HttpResponseException http) {
            problem = ofStatus(http.getStatus(), requestId);
        } else if (cause instanceof TimeoutException) {
            context.header("Retry-After", "1");
            problem = Problem.of(
                    ProblemKind.UNAVAILABLE, "The cluster did not answer in time; try again later", requestId);
        } else {
            LOG.error("request={} failed", requestId, cause);
            problem = Problem.of(
                    ProblemKind.INTERNAL,
                    "Something went wrong; the server's log tells more under the request's id",
                    requestId);
        }
        context.status(problem.status()).contentType(Problem.MEDIA_TYPE).result(bytes(problem));
    }

    byte[] bytes(Problem problem) {
        try {
            return mapper.writeValueAsBytes(problem);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a problem is always JSON", e);
        }
    }

    /** Of a request that reached no route. */
    static Problem ofStatus(int status, String requestId) {
        ProblemKind kind = ProblemKind.ofStatus(status);
        Problem problem = Problem.of(
                kind,
                kind == ProblemKind.NOT_FOUND
                        ? "Nothing is here; /api/v1/openapi.json lists what there is"
                        : kind == ProblemKind.INTERNAL ? "Something went wrong" : "The request was not understood",
                requestId);
        return new Problem(
                problem.type(),
                problem.title(),
                status,
                problem.detail(),
                requestId,
                problem.leader(),
                problem.limitBytes());
    }

    private static Problem problem(ControlException failure, String requestId) {
        ProblemKind kind = ProblemKind.of(failure.kind());
        String detail = kind == ProblemKind.INTERNAL
                ? "Something went wrong; the server's log tells more under the request's id"
                : String.valueOf(failure.getMessage());
        return withDetails(Problem.of(kind, detail, requestId), failure.leader(), failure.limitBytes());
    }

    private static Problem withDetails(Problem plain, Optional<String> leader, OptionalLong limitBytes) {
        return new Problem(
                plain.type(), plain.title(), plain.status(), plain.detail(), plain.requestId(), leader, limitBytes);
    }
}
