package dev.gale.adapter.zookeeper;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.zookeeper.AddWatchMode;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.OpResult.ErrorResult;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.Watcher.WatcherType;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * The client of one session: what it is asked for fails once that session has ended, and is never done by the next one.
 * Calls are made on the store's thread, and complete there, in the order in which they were made. They fail with {@link
 * KeeperException}; one that stays without an answer for too long, although the connection seems to stand, fails as well.
 */
final class Handle {
    private final ZooKeeper zookeeper;
    private final StoreThread thread;
    private final LongSupplier nanoClock;
    private final Duration patience;
    private final List<ACL> acl;
    private final Set<Call<?>> underWay = new LinkedHashSet<>();
    private boolean watched;

    /** A node's data and what the server tells about it. */
    record Content(byte[] data, Stat stat) {}

    private static final class Call<T> extends CompletableFuture<T> {
        private final long sinceNanos;

        Call(long sinceNanos) {
            this.sinceNanos = sinceNanos;
        }
    }

    Handle(ZooKeeper zookeeper, StoreThread thread, LongSupplier nanoClock, Duration patience, List<ACL> acl) {
        this.zookeeper = zookeeper;
        this.thread = thread;
        this.nanoClock = nanoClock;
        this.patience = patience;
        this.acl = acl;
    }

    boolean isOf(@Nullable ZooKeeper other) {
        return zookeeper == other;
    }

    ZooKeeper zookeeper() {
        return zookeeper;
    }

    long session() {
        return zookeeper.getSessionId();
    }

    /** Whose nodes those are that this client creates. */
    List<ACL> acl() {
        return acl;
    }

    CompletableFuture<Optional<Node>> node(String path) {
        Call<Stat> call = begin();
        zookeeper.exists(path, null, (code, asked, context, stat) -> end(call, code, path, stat), null);
        return orEmpty(call).thenApply(stat -> stat.map(Node::of));
    }

    CompletableFuture<Optional<Content>> content(String path) {
        Call<Content> call = begin();
        zookeeper.getData(
                path,
                null,
                (code, asked, context, data, stat) ->
                        end(call, code, path, new Content(data == null ? new byte[0] : data, stat)),
                null);
        return orEmpty(call);
    }

    /** The names directly below; none when there is no such node. */
    CompletableFuture<List<String>> children(String path) {
        Call<List<String>> call = begin();
        zookeeper.getChildren(path, null, (code, asked, context, names) -> end(call, code, path, names), null);
        return orEmpty(call).thenApply(names -> names.orElse(List.of()));
    }

    /**
     * What is read after this call is no older than the call. It is a transaction that changes nothing: unlike
     * ZooKeeper's {@code sync}, which the leader answers before it has itself applied what others have seen already.
     */
    CompletableFuture<Void> barrier() {
        return multi(List.of(Op.check(Paths.ROOT, -1)))
                .handle((answers, failure) -> failure != null && Failures.isUnavailable(failure)
                        ? CompletableFuture.<Void>failedFuture(failure)
                        : CompletableFuture.<Void>completedFuture(null))
                .thenCompose(Function.identity());
    }

    /** A persistent node that is no key. */
    CompletableFuture<Void> create(String path) {
        Call<Void> call = begin();
        zookeeper.create(
                path,
                Envelope.parent(),
                acl,
                CreateMode.PERSISTENT,
                (code, asked, context, name) -> end(call, code, path, null),
                null);
        return call;
    }

    /** All of the operations or none; a failure names the path of the one that could not be done. */
    CompletableFuture<List<OpResult>> multi(List<Op> operations) {
        Call<List<OpResult>> call = begin();
        zookeeper.multi(
                operations,
                (code, asked, context, results) -> end(call, code, guilty(operations, results), results),
                null);
        return call;
    }

    /** Tells {@code watcher} of every change at and below the path. */
    CompletableFuture<Void> addWatch(String path, Watcher watcher) {
        Call<Void> call = begin();
        zookeeper.addWatch(
                path,
                watcher,
                AddWatchMode.PERSISTENT_RECURSIVE,
                (code, asked, context) -> end(call, code, path, null),
                null);
        return call;
    }

    CompletableFuture<Void> removeWatch(String path) {
        Call<Void> call = begin();
        zookeeper.removeAllWatches(
                path, WatcherType.Any, false, (code, asked, context) -> end(call, code, path, null), null);
        return call;
    }

    private <T> Call<T> begin() {
        Call<T> call = new Call<>(nanoClock.getAsLong());
        underWay.add(call);
        if (!watched) {
            watched = true;
            thread.after(patience, this::lookAtClock);
        }
        return call;
    }

    /** Called on ZooKeeper's thread. */
    private <T> void end(Call<T> call, int number, @Nullable String path, @Nullable T answer) {
        thread.execute(() -> {
            underWay.remove(call);
            if (number == Code.OK.intValue()) {
                call.complete(answer);
            } else {
                Code code = Code.get(number);
                call.completeExceptionally(KeeperException.create(code == null ? Code.SYSTEMERROR : code, path));
            }
        });
    }

    /** Behind the answers that are there already, which a busy thread may not have looked at. */
    private void lookAtClock() {
        thread.execute(this::giveUp);
    }

    private void giveUp() {
        long now = nanoClock.getAsLong();
        List<Call<?>> late = underWay.stream()
                .filter(call -> now - call.sinceNanos >= patience.toNanos())
                .toList();
        for (Call<?> call : late) {
            underWay.remove(call);
            call.completeExceptionally(KeeperException.create(Code.OPERATIONTIMEOUT));
        }
        watched = !underWay.isEmpty();
        if (watched) {
            thread.after(patience.dividedBy(4), this::lookAtClock);
        }
    }

    private static <T> CompletableFuture<Optional<T>> orEmpty(CompletableFuture<T> answer) {
        return answer.handle((value, failure) -> {
                    if (failure == null) {
                        return CompletableFuture.completedFuture(Optional.of(value));
                    }
                    return failure instanceof KeeperException keeper && keeper.code() == Code.NONODE
                            ? CompletableFuture.completedFuture(Optional.<T>empty())
                            : CompletableFuture.<Optional<T>>failedFuture(failure);
                })
                .thenCompose(Function.identity());
    }

    private static @Nullable String guilty(List<Op> operations, @Nullable List<OpResult> results) {
        if (results != null) {
            for (int i = 0; i < results.size(); i++) {
                if (results.get(i) instanceof ErrorResult error && error.getErr() != Code.OK.intValue()) {
                    return operations.get(i).getPath();
                }
            }
        }
        return null;
    }
}
