package dev.gale.adapter.etcd;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The way to one member. Every call is sent at most once, unless the member refused it for an old token, and fails with
 * {@link io.grpc.StatusRuntimeException}. A member that has no leader says so instead of letting a call wait.
 */
final class Link {
    private static final Metadata.Key<String> HAS_LEADER =
            Metadata.Key.of("hasleader", Metadata.ASCII_STRING_MARSHALLER);

    private final Endpoint endpoint;
    private final ManagedChannel managed;
    private final Channel channel;
    private final Optional<Tokens> tokens;

    Link(Endpoint endpoint, ManagedChannel managed, Optional<Credentials> credentials, Duration answerWithin) {
        Metadata headers = new Metadata();
        headers.put(HAS_LEADER, "true");
        this.endpoint = endpoint;
        this.managed = managed;
        this.channel = ClientInterceptors.intercept(managed, MetadataUtils.newAttachHeadersInterceptor(headers));
        this.tokens = credentials.map(known -> new Tokens(managed, known, answerWithin.toMillis()));
    }

    Endpoint endpoint() {
        return endpoint;
    }

    ManagedChannel managed() {
        return managed;
    }

    /** The answer completes on {@code executor}. */
    <Q, A> CompletableFuture<A> ask(
            MethodDescriptor<Q, A> method, Q request, Executor executor, Supplier<Duration> within) {
        return askOnce(method, request, executor, within.get())
                .handle((answer, failure) -> {
                    if (failure == null) {
                        return CompletableFuture.completedFuture(answer);
                    }
                    if (tokens.isPresent() && Failures.isOldToken(Status.fromThrowable(Failures.cause(failure)))) {
                        forgetToken();
                        return askOnce(method, request, executor, within.get());
                    }
                    return CompletableFuture.<A>failedFuture(Failures.cause(failure));
                })
                .thenCompose(Function.identity());
    }

    private <Q, A> CompletableFuture<A> askOnce(
            MethodDescriptor<Q, A> method, Q request, Executor executor, Duration within) {
        Answer<A> answer = new Answer<>();
        CallOptions options = options(executor).withDeadlineAfter(within.toMillis(), TimeUnit.MILLISECONDS);
        ClientCall<Q, A> call = channel.newCall(method, options);
        if (method.getType() == MethodDescriptor.MethodType.UNARY) {
            ClientCalls.asyncUnaryCall(call, request, answer);
        } else {
            StreamObserver<Q> requests = ClientCalls.asyncBidiStreamingCall(call, answer);
            requests.onNext(request);
            requests.onCompleted();
        }
        return answer;
    }

    /** A call that goes on until somebody ends it. */
    <Q, A> ClientCall<Q, A> open(MethodDescriptor<Q, A> method, Executor executor) {
        return channel.newCall(method, options(executor));
    }

    void forgetToken() {
        tokens.ifPresent(Tokens::forget);
    }

    private CallOptions options(Executor executor) {
        CallOptions options = CallOptions.DEFAULT.withExecutor(executor);
        return tokens.isPresent() ? options.withCallCredentials(tokens.get()) : options;
    }

    /** The first answer; a call that ends without one has failed. */
    private static final class Answer<A> extends CompletableFuture<A> implements StreamObserver<A> {
        private @Nullable A first;

        @Override
        public void onNext(A answer) {
            first = answer;
        }

        @Override
        public void onError(Throwable failure) {
            completeExceptionally(failure);
        }

        @Override
        public void onCompleted() {
            if (first != null) {
                complete(first);
            } else {
                completeExceptionally(Status.UNAVAILABLE
                        .withDescription("the call ended without an answer")
                        .asRuntimeException());
            }
        }
    }

    @Override
    public String toString() {
        return endpoint.toString();
    }
}
