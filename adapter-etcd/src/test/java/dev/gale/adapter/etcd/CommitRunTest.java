package dev.gale.adapter.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.plugin.Bytes;
import dev.gale.tck.Patience;
import dev.gale.tck.TckContext;
import io.etcd.jetcd.api.TxnResponse;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class CommitRunTest {
    private final Patience patience = Patience.fromSystemProperty();
    private final RecordingChannel channel = new RecordingChannel();

    @Test
    void aCommitHasOneDeadlineForAllItsRoundTrips() {
        AtomicReference<Duration> left = new AtomicReference<>(Duration.ofHours(9));
        TaskThread thread = TaskThread.start(new TckContext(), "store");
        Link link = new Link(new Endpoint("localhost", 1), channel, Optional.empty(), Duration.ofSeconds(1));
        Commit commit = Commit.builder("request-1")
                .put(Key.of("/parent/child"), Bytes.empty())
                .build();
        CompletableFuture<?> result = CommitRun.start(new Calls(link, thread, left::get), commit, 0);

        Asked<?> write = patience.next(channel.asked, "the write");
        assertThat(write.within()).isBetween(Duration.ofHours(8), Duration.ofHours(9));
        left.set(Duration.ofHours(2));
        write.answer(TxnResponse.newBuilder().setSucceeded(false).build());
        Asked<?> look = patience.next(channel.asked, "a look why not");
        assertThat(look.within()).isBetween(Duration.ofHours(1), Duration.ofHours(2));
        look.fail(Status.UNAVAILABLE);

        assertThat(result).isCompletedExceptionally();
        thread.close();
    }

    /** A call that waits for what a test answers. */
    private static final class Asked<A> extends ClientCall<Object, A> {
        private final CallOptions options;
        private Listener<A> listener;

        Asked(CallOptions options) {
            this.options = options;
        }

        Duration within() {
            return Duration.ofNanos(options.getDeadline().timeRemaining(TimeUnit.NANOSECONDS));
        }

        @SuppressWarnings("unchecked")
        void answer(Object message) {
            listener.onMessage((A) message);
            listener.onClose(Status.OK, new Metadata());
        }

        void fail(Status status) {
            listener.onClose(status, new Metadata());
        }

        @Override
        public void start(Listener<A> told, Metadata headers) {
            listener = told;
        }

        @Override
        public void request(int messages) {
            // Each call gets one.
        }

        @Override
        public void cancel(String message, Throwable cause) {
            throw new AssertionError(message, cause);
        }

        @Override
        public void halfClose() {
            // Nothing follows the one request.
        }

        @Override
        public void sendMessage(Object message) {
            // What is asked is not of interest here.
        }
    }

    private static final class RecordingChannel extends ManagedChannel {
        private final LinkedBlockingQueue<Asked<?>> asked = new LinkedBlockingQueue<>();

        @Override
        @SuppressWarnings("unchecked")
        public <Q, A> ClientCall<Q, A> newCall(MethodDescriptor<Q, A> method, CallOptions options) {
            Asked<A> call = new Asked<>(options);
            asked.add(call);
            return (ClientCall<Q, A>) call;
        }

        @Override
        public String authority() {
            return "localhost";
        }

        @Override
        public ManagedChannel shutdown() {
            return this;
        }

        @Override
        public boolean isShutdown() {
            return false;
        }

        @Override
        public boolean isTerminated() {
            return false;
        }

        @Override
        public ManagedChannel shutdownNow() {
            return this;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return false;
        }
    }
}
