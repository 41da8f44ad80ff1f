package dev.gale.adapter.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** Serves one route: checks the permission, calls, and writes the answer on a thread of the server. */
final class RouteHandler implements Handler {
    private final Route route;
    private final Access access;
    private final BodyReader reader;
    private final ObjectMapper mapper;
    private final HttpSettings.Limits limits;
    private final Executor threads;

    RouteHandler(
            Route route,
            Access access,
            BodyReader reader,
            ObjectMapper mapper,
            HttpSettings.Limits limits,
            Executor threads) {
        this.route = route;
        this.access = access;
        this.reader = reader;
        this.mapper = mapper;
        this.limits = limits;
        this.threads = threads;
    }

    @Override
    public void handle(Context context) {
        access.check(access.caller(context.header("Authorization")), route.permission());
        ApiRequest request = new ApiRequest(context, reader, limits);
        context.future(() -> {
            CompletableFuture<Reply> reply = new CompletableFuture<>();
            route.call().apply(request).whenComplete((value, failure) -> {
                if (failure == null) {
                    reply.complete(value);
                } else {
                    reply.completeExceptionally(failure);
                }
            });
            return reply.orTimeout(limits.answerMillis(), TimeUnit.MILLISECONDS)
                    .handleAsync(
                            (value, failure) -> failure == null
                                    ? CompletableFuture.completedFuture(value)
                                    : CompletableFuture.<Reply>failedFuture(failure),
                            threads)
                    .thenCompose(it -> it)
                    .thenAccept(it -> write(context, it));
        });
    }

    private void write(Context context, Reply reply) {
        if (!reply.location().isEmpty()) {
            context.header("Location", reply.location());
        }
        if (reply.body() instanceof byte[] bytes) {
            context.status(reply.status())
                    .contentType("application/octet-stream")
                    .result(bytes);
            return;
        }
        try {
            context.status(reply.status())
                    .contentType("application/json")
                    .result(mapper.writeValueAsBytes(reply.body()));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("an answer to " + route.id() + " is no JSON", e);
        }
    }
}
