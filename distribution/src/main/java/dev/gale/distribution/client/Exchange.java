package dev.gale.distribution.client;

import dev.gale.control.ControlException;
import dev.gale.control.ControlException.Kind;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLException;

/**
 * One request until it is answered: goes to whoever leads, to the next seed when one does not answer, and again to all of them until
 * its time is over. What may have been carried out is sent again only if that does no harm.
 */
final class Exchange {
    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final long LONGEST_PAUSE_MILLIS = 2_000;
    private static final int MOST_HOPS = 5;

    private final HttpClient client;
    private final Addresses addresses;
    private final Connection connection;
    private final ProblemReader problems;
    private final Call call;
    private final boolean repeats;
    private final LongSupplier nanoClock;
    private final long endNanos;
    private final CompletableFuture<byte[]> answer = new CompletableFuture<>();

    private int tried;
    private int hops;
    private long pauseMillis = FIRST_PAUSE_MILLIS;

    /** @param repeats whether all seeds are asked again once each has failed */
    Exchange(
            HttpClient client,
            Addresses addresses,
            Connection connection,
            ProblemReader problems,
            Call call,
            boolean repeats,
            LongSupplier nanoClock) {
        this.client = client;
        this.addresses = addresses;
        this.connection = connection;
        this.problems = problems;
        this.call = call;
        this.repeats = repeats;
        this.nanoClock = nanoClock;
        endNanos = nanoClock.getAsLong() + connection.timeout().toNanos();
    }

    CompletableFuture<byte[]> start() {
        attempt(addresses.first());
        return answer;
    }

    private void attempt(Address to) {
        if (connection.token().isPresent() && to.isOpen()) {
            answer.completeExceptionally(new ControlException(
                    Kind.INVALID,
                    "The token would go to " + to.hostPort() + " in clear; address it as https://" + to.hostPort()));
            return;
        }
        HttpRequest.Builder request = HttpRequest.newBuilder(to.resolve(call.path()))
                .timeout(Duration.ofNanos(Math.max(1_000_000, endNanos - nanoClock.getAsLong())))
                .method(
                        call.method(),
                        call.body().length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(call.body()))
                .header("Accept", "application/json");
        if (call.body().length > 0) {
            request.header("Content-Type", call.mediaType());
        }
        call.headers().forEach(request::header);
        connection.token().ifPresent(token -> request.header("Authorization", "Bearer " + token));
        client.sendAsync(request.build(), BodyHandlers.ofByteArray()).whenComplete((response, failure) -> {
            if (failure == null) {
                onResponse(to, response);
            } else {
                Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
                onFailure(to, cause == null ? failure : cause);
            }
        });
    }

    private void onResponse(Address from, HttpResponse<byte[]> response) {
        if (response.statusCode() / 100 == 2) {
            addresses.answered(from);
            answer.complete(response.body());
            return;
        }
        ControlException problem = problems.read(from, response.statusCode(), response.body());
        boolean refusedAtTheDoor = response.statusCode() == 429;
        if (problem.kind() == Kind.NOT_LEADING) {
            Optional<Address> leader = problem.leader()
                    .map(it -> Address.parse(it, from.scheme().equals("https")))
                    .filter(it -> !it.equals(from));
            if (leader.isPresent() && hops++ < MOST_HOPS) {
                attempt(leader.get());
            } else {
                next(from, problem);
            }
        } else if (problem.kind() == Kind.UNAVAILABLE && (call.repeatable() || refusedAtTheDoor)) {
            next(from, problem);
        } else {
            answer.completeExceptionally(problem);
        }
    }

    private void onFailure(Address to, Throwable failure) {
        if (failure instanceof SSLException) {
            answer.completeExceptionally(new ControlException(
                    Kind.UNAVAILABLE,
                    "No trusted connection to " + to.hostPort() + ": " + failure.getMessage()
                            + "; see nimbus.api.tls.trust-store, and whether that nimbus speaks TLS",
                    failure));
            return;
        }
        boolean neverSent = failure instanceof ConnectException || failure instanceof HttpConnectTimeoutException;
        if (neverSent) {
            next(
                    to,
                    new ControlException(
                            Kind.UNAVAILABLE,
                            "No nimbus answers at " + addresses + " (" + reason(failure)
                                    + "); start one with gale nimbus or gale dev, or name another with --nimbus host:port",
                            failure));
        } else {
            String what = failure instanceof HttpTimeoutException
                    ? to.hostPort() + " took the request, and did not answer within "
                            + connection.timeout().toMillis() + " ms"
                    : "The connection to " + to.hostPort() + " broke: " + failure;
            ControlException broken = new ControlException(
                    Kind.UNAVAILABLE,
                    call.repeatable() ? what : what + "; look whether it was carried out before you try again",
                    failure);
            if (call.repeatable() && failure instanceof IOException) {
                next(to, broken);
            } else {
                answer.completeExceptionally(broken);
            }
        }
    }

    private static String reason(Throwable failure) {
        if (failure instanceof HttpConnectTimeoutException) {
            return "no connection in time";
        }
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnresolvedAddressException) {
                return "no such host";
            }
        }
        return "connection refused";
    }

    /** The next seed; after each round of all a pause. */
    private void next(Address current, ControlException failure) {
        tried++;
        Address next = addresses.after(current);
        if (tried % addresses.count() != 0) {
            attempt(next);
            return;
        }
        long left = endNanos - nanoClock.getAsLong();
        if (!repeats || left <= TimeUnit.MILLISECONDS.toNanos(pauseMillis)) {
            answer.completeExceptionally(failure);
            return;
        }
        hops = 0;
        long pause = pauseMillis;
        pauseMillis = Math.min(2 * pauseMillis, LONGEST_PAUSE_MILLIS);
        CompletableFuture.delayedExecutor(pause, TimeUnit.MILLISECONDS).execute(() -> attempt(next));
    }
}
