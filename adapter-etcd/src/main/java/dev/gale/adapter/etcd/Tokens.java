package dev.gale.adapter.etcd;

import io.etcd.jetcd.api.AuthGrpc;
import io.etcd.jetcd.api.AuthenticateRequest;
import io.etcd.jetcd.api.AuthenticateResponse;
import io.grpc.CallCredentials;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Says who is calling: by a token that the member gave for user and password, and that it forgets at will, such as at a
 * restart or when its users change. Then {@link #forget} leads to a new one.
 */
final class Tokens extends CallCredentials {
    private static final Metadata.Key<String> TOKEN = Metadata.Key.of("token", Metadata.ASCII_STRING_MARSHALLER);

    private final Channel channel;
    private final Credentials credentials;
    private final long answerMillis;

    // Guarded by this.
    private @Nullable String token;
    private boolean asking;
    private final List<MetadataApplier> waiting = new ArrayList<>();

    Tokens(Channel channel, Credentials credentials, long answerMillis) {
        this.channel = channel;
        this.credentials = credentials;
        this.answerMillis = answerMillis;
    }

    @Override
    public void applyRequestMetadata(RequestInfo request, Executor executor, MetadataApplier applier) {
        String present;
        synchronized (this) {
            present = token;
            if (present == null) {
                waiting.add(applier);
                if (asking) {
                    return;
                }
                asking = true;
            }
        }
        if (present != null) {
            apply(applier, present);
        } else {
            ask();
        }
    }

    /** The present one is of no use any more. */
    synchronized void forget() {
        token = null;
    }

    /** Its answer must not wait for a thread that may be busy with a callback. */
    private void ask() {
        AuthenticateRequest request = AuthenticateRequest.newBuilder()
                .setName(credentials.user())
                .setPassword(credentials.password())
                .build();
        CallOptions options =
                CallOptions.DEFAULT.withExecutor(Runnable::run).withDeadlineAfter(answerMillis, TimeUnit.MILLISECONDS);
        ClientCalls.asyncUnaryCall(
                channel.newCall(AuthGrpc.getAuthenticateMethod(), options), request, new StreamObserver<>() {
                    @Override
                    public void onNext(AuthenticateResponse answer) {
                        settled(answer.getToken()).forEach(applier -> apply(applier, answer.getToken()));
                    }

                    @Override
                    public void onError(Throwable failure) {
                        Status status = refused(Status.fromThrowable(failure));
                        settled(null).forEach(applier -> applier.fail(status));
                    }

                    @Override
                    public void onCompleted() {
                        // The answer came before.
                    }
                });
    }

    /** gRPC takes most codes for a mistake of ours when they do not come from the call itself. */
    private static Status refused(Status status) {
        return switch (status.getCode()) {
            case INVALID_ARGUMENT, FAILED_PRECONDITION, NOT_FOUND ->
                Status.PERMISSION_DENIED.withDescription(status.getDescription());
            default -> status;
        };
    }

    private synchronized List<MetadataApplier> settled(@Nullable String given) {
        token = given;
        asking = false;
        List<MetadataApplier> waited = List.copyOf(waiting);
        waiting.clear();
        return waited;
    }

    private static void apply(MetadataApplier applier, String token) {
        Metadata headers = new Metadata();
        headers.put(TOKEN, token);
        applier.apply(headers);
    }
}
