package dev.gale.adapter.etcd;

import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.Session.State;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import dev.gale.spi.plugin.PluginContext;
import io.etcd.jetcd.api.RangeRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The members, the lease, and with these the session; and who waits for it to be back. */
final class Connection {
    private static final Logger LOG = LoggerFactory.getLogger(Connection.class);
    private static final Duration RETRY = Duration.ofMillis(100);
    private static final Duration LEAST_READ = Duration.ofSeconds(2);

    private final EtcdSettings settings;
    private final PluginContext context;
    private final TaskThread thread;
    private final EtcdSession session;
    private final Failures failures;
    private final Runnable whenConnected;
    private final TaskThread leaseThread;
    private final Members members;
    private final Lease lease;
    private final CompletableFuture<Void> opened = new CompletableFuture<>();
    private volatile @Nullable Throwable lastFailure;
    private volatile long leaseId;

    // On the store's thread alone.
    private final List<Runnable> waiting = new ArrayList<>();

    /** @param whenConnected called on the store's thread whenever a session began or was resumed */
    Connection(
            EtcdSettings settings,
            PluginContext context,
            TaskThread thread,
            EtcdSession session,
            Failures failures,
            Runnable whenConnected) {
        this.settings = settings;
        this.context = context;
        this.thread = thread;
        this.session = session;
        this.failures = failures;
        this.whenConnected = whenConnected;
        this.leaseThread = TaskThread.start(context, "lease");
        this.members = new Members(settings, context, thread, this::doubt);
        this.lease = new Lease(members, leaseThread, context.nanoClock(), settings, new OnLease());
    }

    /** Returns when there is a session. */
    void open() {
        warn();
        members.open();
        lease.start();
        try {
            opened.get(settings.connectTimeout().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new EngineException(
                    Category.UNAVAILABLE,
                    "no etcd member answered within "
                            + settings.connectTimeout().toMillis() + "ms at "
                            + settings.connect() + " (etcd.endpoints), "
                            + (settings.tls().isPresent() ? "with" : "without") + " TLS: "
                            + Failures.brief(lastFailure));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EngineException(Category.UNAVAILABLE, "interrupted while connecting to " + settings.connect(), e);
        } catch (ExecutionException e) {
            throw failures.of("opening the store", e);
        }
    }

    private void warn() {
        if (settings.isLoopback()) {
            return;
        }
        if (settings.credentials().isEmpty()) {
            LOG.warn(
                    "whoever reaches {} may read and change what is stored there: set etcd.user and etcd.password",
                    settings.connect());
        }
        if (settings.tls().isEmpty()) {
            LOG.warn(
                    "what {} is told can be read on the way there{}: set etcd.tls",
                    settings.connect(),
                    settings.credentials().isPresent() ? ", the password too" : "");
        }
    }

    /** The lease that the session's keys are bound to; 0 while there is no session. From any thread. */
    long leaseId() {
        return leaseId;
    }

    /** What to read by; none while the session is not connected. On the store's thread. */
    Optional<Calls> reads() {
        Duration third = settings.answerTimeout().dividedBy(3);
        Duration within = third.compareTo(LEAST_READ) < 0 ? LEAST_READ : third;
        return calls(() -> within);
    }

    private Optional<Calls> calls(Supplier<Duration> within) {
        return session.state() == State.CONNECTED
                ? Optional.of(new Calls(members.link(), thread, within))
                : Optional.empty();
    }

    /** Somebody got no answer. From any thread. */
    void doubt() {
        lease.doubt();
    }

    /** Asks again as long as there is no answer, and patience. On the store's thread. */
    <T> CompletableFuture<T> read(String what, Function<Calls, CompletableFuture<T>> question) {
        Asked<T> asked = new Asked<>(what, question, true);
        asked.ask();
        return asked.answer;
    }

    /** Asks until that may have been of effect, with one deadline for all round trips. On the store's thread. */
    <T> CompletableFuture<T> write(String what, Function<Calls, CompletableFuture<T>> question) {
        Asked<T> asked = new Asked<>(what, question, false);
        asked.ask();
        return asked.answer;
    }

    /** Ends the session. */
    void close() {
        lease.close();
        members.close();
        leaseThread.close();
    }

    /** A lease is given to everybody; whether the rest is refused for want of a user is found out at once by this. */
    private void identify() {
        RangeRequest request = RangeRequest.newBuilder()
                .setKey(Keys.of(Key.ROOT))
                .setKeysOnly(true)
                .build();
        read("a first look", calls -> calls.range(request)).whenComplete((found, failure) -> {
            if (failure == null || Failures.isNotAllowed(failure)) {
                opened.complete(null);
            } else {
                opened.completeExceptionally(failure);
            }
        });
    }

    private void onConnected() {
        whenConnected.run();
        List<Runnable> waited = List.copyOf(waiting);
        waiting.clear();
        waited.forEach(Runnable::run);
    }

    /** Hands over what the lease tells to the store's thread. */
    private final class OnLease implements Lease.Listener {
        @Override
        public void begun(long begun) {
            thread.execute(() -> {
                leaseId = begun;
                session.begin(begun);
                onConnected();
                if (!opened.isDone()) {
                    identify();
                }
            });
        }

        @Override
        public void suspended() {
            thread.execute(session::suspend);
        }

        @Override
        public void resumed() {
            thread.execute(() -> {
                session.resume();
                onConnected();
            });
        }

        @Override
        public void ended() {
            thread.execute(() -> {
                leaseId = 0;
                session.end();
            });
        }

        @Override
        public void notGranted(Throwable failure) {
            lastFailure = failure;
            if (Failures.isUnavailable(failure)) {
                return;
            }
            if (!opened.completeExceptionally(failure)) {
                String what = "new session with " + settings.connect();
                context.onError(what, failures.of(what, failure));
            }
        }
    }

    /** A question on its way. */
    private final class Asked<T> {
        private final String what;
        private final Function<Calls, CompletableFuture<T>> question;
        private final boolean reads;
        private final long sinceNanos = context.nanoClock().getAsLong();
        private final CompletableFuture<T> answer = new CompletableFuture<>();
        private final Runnable again = this::ask;

        Asked(String what, Function<Calls, CompletableFuture<T>> question, boolean reads) {
            this.what = what;
            this.question = question;
            this.reads = reads;
        }

        void ask() {
            Optional<Calls> calls = reads ? reads() : calls(this::left);
            if (calls.isPresent()) {
                question.apply(calls.get()).whenComplete(this::onAnswer);
                return;
            }
            waiting.add(again);
            thread.after(left(), () -> {
                if (waiting.remove(again)) {
                    answer.completeExceptionally(failures.tooLate(what));
                }
            });
        }

        private void onAnswer(@Nullable T answered, @Nullable Throwable failure) {
            if (failure == null) {
                answer.complete(answered);
                return;
            }
            boolean unavailable = Failures.isUnavailable(failure);
            if (unavailable || Failures.isNoLease(failure)) {
                lease.doubt();
            }
            boolean mayAgain = reads ? unavailable : Failures.isCertainlyUndone(failure);
            if (mayAgain && left().compareTo(RETRY) > 0) {
                thread.after(RETRY, again);
            } else {
                answer.completeExceptionally(Failures.cause(failure));
            }
        }

        private Duration left() {
            Duration passed = Duration.ofNanos(context.nanoClock().getAsLong() - sinceNanos);
            return settings.answerTimeout().minus(passed);
        }
    }
}
