package dev.gale.adapter.etcd;

import io.etcd.jetcd.api.LeaseGrantRequest;
import io.etcd.jetcd.api.LeaseGrantResponse;
import io.etcd.jetcd.api.LeaseGrpc;
import io.etcd.jetcd.api.LeaseKeepAliveRequest;
import io.etcd.jetcd.api.LeaseKeepAliveResponse;
import io.etcd.jetcd.api.LeaseRevokeRequest;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one lease of a client, which is its session: asked for, kept alive, and asked for anew when it is gone. On a thread
 * of its own, since a callback of the host that takes its time must not cost the session.
 *
 * <p>It counts as gone when etcd says so, or when no refreshment that was asked for within its time has been confirmed:
 * whatever the stream, the connection or the process did meanwhile, this client's own clock decides. Each refreshment is
 * a call of its own, so that there is no stream that could end without a word.
 */
final class Lease {
    private static final Logger LOG = LoggerFactory.getLogger(Lease.class);
    private static final Duration RETRY = Duration.ofMillis(250);
    private static final Duration RETRY_OF_THE_REFUSED = Duration.ofSeconds(10);
    private static final Duration LEAST_GRANT = Duration.ofSeconds(2);
    private static final Duration LEAST_ANSWER = Duration.ofMillis(500);
    private static final Duration MOST_ANSWER = Duration.ofSeconds(5);
    private static final Duration MOST_PAUSE = Duration.ofSeconds(5);
    private static final int TRIES_A_LIFE = 5;

    /** What a lease tells, on its own thread. */
    interface Listener {
        void begun(long lease);

        void suspended();

        void resumed();

        void ended();

        /** There is no lease, and this is why. */
        void notGranted(Throwable failure);
    }

    private final Members members;
    private final TaskThread thread;
    private final LongSupplier nanoClock;
    private final Duration asked;
    private final String connect;
    private final Listener listener;

    // On the thread alone.
    private long id;
    private Duration life;
    private long refreshedNanos;
    private boolean suspended;
    private boolean refreshing;
    private boolean retrying;
    private boolean closed;

    Lease(Members members, TaskThread thread, LongSupplier nanoClock, EtcdSettings settings, Listener listener) {
        this.members = members;
        this.thread = thread;
        this.nanoClock = nanoClock;
        this.asked = settings.sessionTimeout();
        this.life = asked;
        this.connect = settings.connect();
        this.listener = listener;
    }

    void start() {
        thread.execute(this::grant);
    }

    /** Somebody got no answer: looks at once whether the lease can still be refreshed. From any thread. */
    void doubt() {
        thread.execute(() -> {
            if (!retrying) {
                refresh();
            }
        });
    }

    /** Gives the lease back, and its keys with it, if a member answers soon. From any other thread. */
    void close() {
        CountDownLatch revoked = new CountDownLatch(1);
        boolean running = thread.offer(() -> {
            closed = true;
            if (id == 0) {
                revoked.countDown();
            } else {
                revoke(id, revoked::countDown);
            }
        });
        try {
            if (running && !revoked.await(answerWithin().plus(LEAST_ANSWER).toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.warn("{} did not answer: the session that was closed ends by itself", connect);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void grant() {
        if (closed || id != 0) {
            return;
        }
        long sentNanos = nanoClock.getAsLong();
        Link link = members.link();
        LeaseGrantRequest request =
                LeaseGrantRequest.newBuilder().setTTL(asked.toSeconds()).build();
        link.ask(LeaseGrpc.getLeaseGrantMethod(), request, thread, () -> max(answerWithin(), LEAST_GRANT))
                .whenComplete((granted, failure) -> onGranted(link, sentNanos, granted, failure));
    }

    private void onGranted(
            Link link, long sentNanos, @Nullable LeaseGrantResponse granted, @Nullable Throwable failure) {
        if (closed) {
            if (granted != null) {
                revoke(granted.getID(), () -> {});
            }
            return;
        }
        if (granted != null) {
            id = granted.getID();
            life = Duration.ofSeconds(granted.getTTL());
            refreshedNanos = sentNanos;
            suspended = false;
            LOG.info("session {} by {} has begun", Long.toHexString(id), link);
            listener.begun(id);
            watch(id);
        } else if (failure != null) {
            listener.notGranted(failure);
            members.next(link);
            thread.after(Failures.isUnavailable(failure) ? RETRY : RETRY_OF_THE_REFUSED, this::grant);
        }
    }

    /** Refreshes the lease again and again, and sees when its time is over. */
    private void watch(long watched) {
        if (closed || watched != id) {
            return;
        }
        if (leftNanos() <= 0) {
            end("it was not refreshed within " + life.toMillis() + "ms");
            return;
        }
        refresh();
        Duration left = Duration.ofNanos(leftNanos());
        thread.after(min(left, min(life.dividedBy(TRIES_A_LIFE), MOST_PAUSE)), () -> watch(watched));
    }

    private void refresh() {
        if (closed || id == 0 || refreshing) {
            return;
        }
        long refreshed = id;
        long sentNanos = nanoClock.getAsLong();
        Link link = members.link();
        refreshing = true;
        LeaseKeepAliveRequest request =
                LeaseKeepAliveRequest.newBuilder().setID(refreshed).build();
        link.ask(LeaseGrpc.getLeaseKeepAliveMethod(), request, thread, this::answerWithin)
                .whenComplete((answer, failure) -> {
                    refreshing = false;
                    if (!closed && refreshed == id) {
                        onRefreshed(link, sentNanos, answer, failure);
                    }
                });
    }

    private void onRefreshed(
            Link link, long sentNanos, @Nullable LeaseKeepAliveResponse answer, @Nullable Throwable failure) {
        if (answer == null) {
            onUnanswered(link, failure);
            return;
        }
        if (answer.getTTL() <= 0) {
            end("etcd has it no more");
            return;
        }
        refreshedNanos = sentNanos;
        if (leftNanos() <= 0) {
            end("it was not refreshed within " + life.toMillis() + "ms");
        } else if (suspended) {
            suspended = false;
            LOG.info("session {} by {} goes on", Long.toHexString(id), link);
            listener.resumed();
        }
    }

    private void onUnanswered(Link link, @Nullable Throwable failure) {
        if (!suspended) {
            suspended = true;
            LOG.warn("session {} is suspended: {}: {}", Long.toHexString(id), link, Failures.brief(failure));
            listener.suspended();
        }
        if (leftNanos() <= 0) {
            end("it was not refreshed within " + life.toMillis() + "ms");
            return;
        }
        members.next(link);
        if (!retrying) {
            retrying = true;
            thread.after(RETRY, () -> {
                retrying = false;
                refresh();
            });
        }
    }

    private void end(String reason) {
        long gone = id;
        LOG.warn("session {} with {} has ended: {}", Long.toHexString(gone), connect, reason);
        id = 0;
        listener.ended();
        // A new leader may have given it more time than it says: its keys are not to outlive the session.
        revoke(gone, this::grant);
    }

    private void revoke(long lease, Runnable then) {
        LeaseRevokeRequest request =
                LeaseRevokeRequest.newBuilder().setID(lease).build();
        members.link()
                .ask(LeaseGrpc.getLeaseRevokeMethod(), request, thread, this::answerWithin)
                .whenComplete((answer, failure) -> {
                    if (failure != null) {
                        LOG.debug("cannot revoke lease {}", Long.toHexString(lease), failure);
                    }
                    then.run();
                });
    }

    private long leftNanos() {
        return life.toNanos() - (nanoClock.getAsLong() - refreshedNanos);
    }

    private Duration answerWithin() {
        return min(max(asked.dividedBy(4), LEAST_ANSWER), MOST_ANSWER);
    }

    private static Duration min(Duration left, Duration right) {
        return left.compareTo(right) < 0 ? left : right;
    }

    private static Duration max(Duration left, Duration right) {
        return left.compareTo(right) < 0 ? right : left;
    }
}
