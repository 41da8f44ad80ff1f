package dev.gale.adapter.etcd;

import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.Registration;
import dev.gale.spi.metadata.Versioned;
import dev.gale.spi.metadata.Watcher;
import dev.gale.spi.plugin.EngineException;
import io.etcd.jetcd.api.Event;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.WatchCreateRequest;
import io.etcd.jetcd.api.WatchGrpc;
import io.etcd.jetcd.api.WatchRequest;
import io.etcd.jetcd.api.WatchResponse;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.Status.Code;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One watch. It reads everything once, and then hears of changes from the next revision on. A stream that ended is
 * followed by another from the revision after the last that came, so that nothing is missed. When that is compacted away,
 * and when the session was suspended or ended, everything is read again, and the watcher is told the difference.
 *
 * <p>Versions are revisions, so a key that was created again is a difference. While the watcher is slow, of each key only
 * the last state waits for it, in a few messages at most: as long as these wait, no more are asked for.
 */
final class EtcdWatch implements Registration {
    private static final Logger LOG = LoggerFactory.getLogger(EtcdWatch.class);
    private static final Duration RETRY = Duration.ofMillis(500);
    private static final Duration RETRY_OF_THE_REFUSED = Duration.ofSeconds(10);
    private static final int MESSAGES_AHEAD = 16;

    private final Key prefix;
    private final Watcher watcher;
    private final Watches watches;
    private final TaskThread thread;
    private final CallbackGate gate = new CallbackGate();

    // On the store's thread alone. First, what the watcher was told.
    private final Map<Key, Long> known = new HashMap<>();
    private final Map<Key, Event> pending = new LinkedHashMap<>();
    private long position;
    private boolean everything;
    private boolean looking;
    private boolean delivering;
    private boolean retrying;
    private int refusals;
    private @Nullable Stream stream;

    EtcdWatch(Key prefix, Watcher watcher, Watches watches, TaskThread thread) {
        this.prefix = prefix;
        this.watcher = watcher;
        this.watches = watches;
        this.thread = thread;
    }

    /** Tells everything that the watcher does not know, and that it is in step. On the store's thread. */
    void synchronize() {
        everything = true;
        step();
    }

    private void step() {
        Optional<Calls> calls = watches.calls();
        if (looking || calls.isEmpty() || gate.isClosed()) {
            // The end of the look under way, or the session's return, leads here again.
            return;
        }
        if (everything) {
            everything = false;
            looking = true;
            Set<Key> seen = new HashSet<>();
            long before = position;
            Pages.under(calls.get(), prefix, state -> onListed(state, seen))
                    .whenComplete((revision, failure) -> onListedAll(seen, before, revision, failure));
        } else if (stream == null || stream.link != calls.get().link()) {
            end();
            stream = new Stream(calls.get().link());
            stream.start();
        }
    }

    private void onListed(KeyValue state, Set<Key> seen) {
        Keys.key(state.getKey()).filter(prefix::covers).ifPresent(key -> {
            seen.add(key);
            tell(key, decode(key, state), state.getModRevision());
        });
    }

    /** @param before the position when the look began; the stream may have gone beyond the look's revision since */
    private void onListedAll(Set<Key> seen, long before, @Nullable Long revision, @Nullable Throwable failure) {
        looking = false;
        if (revision == null) {
            everything = true;
            if (failure != null && !Failures.isUnavailable(failure)) {
                refused(failure);
            } else {
                watches.doubt();
                retry(RETRY);
            }
            return;
        }
        List<Key> gone = known.keySet().stream()
                .filter(key -> !seen.contains(key))
                .sorted()
                .toList();
        gone.forEach(key -> tell(key, Optional.empty(), 0));
        if (revision < before) {
            // The store was put back to an earlier state: what comes there is not what the stream waits for.
            end();
            pending.clear();
            position = revision;
        } else {
            position = Math.max(position, revision);
        }
        pending.values().removeIf(event -> event.getKv().getModRevision() <= revision);
        gate.pass(() -> thread.guard("watcher of " + prefix, watcher::synced));
        step();
        deliver();
    }

    private void onMessage(Stream from, WatchResponse message) {
        if (from != stream) {
            return;
        }
        if (message.getCanceled()) {
            onCanceled(from, message);
            return;
        }
        for (Event event : message.getEventsList()) {
            long revision = event.getKv().getModRevision();
            if (revision > position) {
                Keys.key(event.getKv().getKey()).filter(prefix::covers).ifPresent(key -> {
                    pending.remove(key);
                    pending.put(key, event);
                });
            }
        }
        if (message.getEventsCount() > 0) {
            long last = message.getEvents(message.getEventsCount() - 1).getKv().getModRevision();
            // More of the last one may follow.
            position = Math.max(position, Wire.isFragment(message) ? last - 1 : last);
        }
        from.uncredited++;
        refusals = 0;
        if (!delivering) {
            // Behind the messages that are there already, which may be newer.
            delivering = true;
            thread.execute(this::deliver);
        }
    }

    private void onCanceled(Stream from, WatchResponse message) {
        if (message.getCompactRevision() > 0) {
            end();
            everything = true;
            step();
        } else {
            from.link.forgetToken();
            end();
            refused(Status.PERMISSION_DENIED
                    .withDescription(message.getCancelReason())
                    .asRuntimeException());
        }
    }

    private void onEnd(Stream ended, Status status) {
        if (ended != stream) {
            return;
        }
        LOG.debug("the stream of the watch of {} by {} has ended: {}", prefix, ended.link, status);
        stream = null;
        if (status.getCode() == Code.RESOURCE_EXHAUSTED) {
            // A message that is too large would be so again.
            everything = true;
        }
        if (Failures.isOldToken(status)) {
            ended.link.forgetToken();
        }
        watches.doubt();
        retry(RETRY);
    }

    /** Once it may be for an old token alone. */
    private void refused(Throwable failure) {
        refusals++;
        if (refusals > 1) {
            watches.report(prefix, failure);
        }
        retry(refusals > 1 ? RETRY_OF_THE_REFUSED : RETRY);
    }

    private void retry(Duration pause) {
        if (!retrying) {
            retrying = true;
            thread.after(pause, () -> {
                retrying = false;
                step();
            });
        }
    }

    private void deliver() {
        delivering = false;
        if (looking) {
            return;
        }
        Map<Key, Event> told = new LinkedHashMap<>(pending);
        pending.clear();
        told.forEach((key, event) -> {
            KeyValue state = event.getKv();
            if (event.getType() == Event.EventType.PUT) {
                tell(key, decode(key, state), state.getModRevision());
            } else {
                // Also of a key that came and went before it could be told: it did change, and may be somebody's own.
                known.remove(key);
                tellDeleted(key);
            }
        });
        if (stream != null) {
            stream.credit();
        }
    }

    private Optional<Versioned> decode(Key key, KeyValue state) {
        try {
            return Optional.of(Envelope.decode(key, state));
        } catch (EngineException e) {
            watches.report(key, e);
            return Optional.empty();
        }
    }

    private void tell(Key key, Optional<Versioned> state, long revision) {
        if (gate.isClosed()) {
            return;
        }
        if (state.isPresent()) {
            Long before = known.put(key, revision);
            if (before == null || before != revision) {
                gate.pass(() -> thread.guard("watcher of " + prefix, () -> watcher.put(state.get())));
            }
        } else if (known.remove(key) != null) {
            tellDeleted(key);
        }
    }

    private void tellDeleted(Key key) {
        gate.pass(() -> thread.guard("watcher of " + prefix, () -> watcher.deleted(key)));
    }

    private void end() {
        if (stream != null) {
            stream.cancel();
            stream = null;
        }
    }

    @Override
    public void close() {
        gate.close(!thread.isCurrent());
        watches.remove(this);
        thread.execute(this::end);
    }

    /** One call that tells changes. */
    private final class Stream extends ClientCall.Listener<WatchResponse> {
        private final Link link;
        private final ClientCall<WatchRequest, WatchResponse> call;
        private int uncredited;

        Stream(Link link) {
            this.link = link;
            this.call = link.open(WatchGrpc.getWatchMethod(), thread);
        }

        void start() {
            WatchCreateRequest.Builder create = WatchCreateRequest.newBuilder()
                    .setKey(Keys.of(prefix))
                    .setRangeEnd(Keys.belowEnd(prefix))
                    .setStartRevision(position + 1);
            call.start(this, new Metadata());
            call.sendMessage(WatchRequest.newBuilder()
                    .setCreateRequest(Wire.inFragments(create))
                    .build());
            call.request(MESSAGES_AHEAD);
        }

        void credit() {
            // To ask for none would end the call.
            if (uncredited > 0) {
                call.request(uncredited);
                uncredited = 0;
            }
        }

        void cancel() {
            call.cancel("the watch of " + prefix + " begins anew or is closed", null);
        }

        @Override
        public void onMessage(WatchResponse message) {
            EtcdWatch.this.onMessage(this, message);
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            onEnd(this, status);
        }
    }
}
