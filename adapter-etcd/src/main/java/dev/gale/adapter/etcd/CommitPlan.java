package dev.gale.adapter.etcd;

import com.google.protobuf.ByteString;
import dev.gale.spi.metadata.Check;
import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.Commit.Put;
import dev.gale.spi.metadata.CommitResult;
import dev.gale.spi.metadata.CommitResult.Accepted;
import dev.gale.spi.metadata.CommitResult.Refused;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.Lifetime;
import dev.gale.spi.metadata.Version;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import io.etcd.jetcd.api.Compare;
import io.etcd.jetcd.api.Compare.CompareResult;
import io.etcd.jetcd.api.Compare.CompareTarget;
import io.etcd.jetcd.api.DeleteRangeRequest;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RangeResponse;
import io.etcd.jetcd.api.RequestOp;
import io.etcd.jetcd.api.ResponseOp;
import io.etcd.jetcd.api.TxnRequest;
import io.etcd.jetcd.api.TxnResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A commit as transactions of etcd, and what their answers mean. A function of values.
 *
 * <p>One transaction does it: if all checks hold, and no session key gets a child, then all writes, and otherwise a look
 * at the checked keys and at those that were to be put. So a refusal is as certain as an acceptance, and a commit that
 * had happened before is recognized by what it had put.
 *
 * <p>etcd takes {@value #MOST_OPERATIONS} comparisons a transaction. What is compared besides the checks is one for every
 * session key that is put or deleted child of one, and one for every parent. When these are too many, which takes parents
 * that are many times as many as the keys, those that are left share comparisons of whole ranges: nothing in there has
 * changed since a look.
 */
final class CommitPlan {
    /** What etcd takes unless it is told otherwise ({@code --max-txn-ops}). */
    static final int MOST_OPERATIONS = 128;

    /** No look has been taken. */
    static final long NO_REVISION = 0;

    private final Commit commit;
    private final Map<Key, Lifetime> puts = new HashMap<>();
    private final NavigableSet<Key> deletes = new TreeSet<>();
    private final NavigableSet<Key> parents = new TreeSet<>();

    CommitPlan(Commit commit) {
        this.commit = commit;
        commit.puts().forEach(put -> puts.put(put.key(), put.lifetime()));
        deletes.addAll(commit.deletes());
        for (Key key : puts.keySet()) {
            Keys.above(key).stream()
                    .filter(above -> !puts.containsKey(above) && !deletes.contains(above))
                    .forEach(parents::add);
        }
    }

    /** The keys that a commit relies on: those of checks, and those that are written. */
    static Set<Key> touched(Commit commit) {
        Set<Key> keys = written(commit);
        commit.checks().forEach(check -> keys.add(check.key()));
        return keys;
    }

    /** The keys that are put or deleted. */
    static Set<Key> written(Commit commit) {
        Set<Key> keys = new HashSet<>(commit.deletes());
        commit.puts().forEach(put -> keys.add(put.key()));
        return keys;
    }

    static boolean isForSession(Commit commit) {
        return commit.puts().stream().anyMatch(put -> put.lifetime() == Lifetime.SESSION);
    }

    /** Whether the transaction can be made only after a look at the parents. */
    boolean needsLook() {
        return commit.checks().size() + childRanges().size() + parents.size() > MOST_OPERATIONS;
    }

    /** A put of the commit's own makes a child of a session key of its own. */
    Optional<EngineException> brokenInItself() {
        for (Key key : puts.keySet()) {
            for (Key above : Keys.above(key)) {
                if (puts.get(above) == Lifetime.SESSION) {
                    return Optional.of(noChildren(above, key));
                }
            }
        }
        return Optional.empty();
    }

    /**
     * @param lease what the session's keys are bound to
     * @param seen the revision of the last look at the parents
     */
    TxnRequest transaction(long lease, long seen) {
        TxnRequest.Builder transaction = TxnRequest.newBuilder();
        commit.checks().forEach(check -> transaction.addCompare(compare(check)));
        childRanges().forEach(range -> transaction.addCompare(isEmpty(range)));
        addParents(transaction, seen);
        for (Put put : commit.puts()) {
            transaction.addSuccess(RequestOp.newBuilder()
                    .setRequestPut(PutRequest.newBuilder()
                            .setKey(Keys.of(put.key()))
                            .setValue(Envelope.encode(commit.requestId(), put.value()))
                            .setLease(put.lifetime() == Lifetime.SESSION ? lease : 0)));
        }
        for (Key key : commit.deletes()) {
            transaction.addSuccess(RequestOp.newBuilder()
                    .setRequestDeleteRange(DeleteRangeRequest.newBuilder().setKey(Keys.of(key))));
        }
        return transaction.addAllFailure(whetherRefused()).build();
    }

    /** The look that a transaction takes when it does not happen, for its own sake. */
    TxnRequest lookWhetherRefused() {
        return TxnRequest.newBuilder().addAllSuccess(whetherRefused()).build();
    }

    private List<RequestOp> whetherRefused() {
        List<RequestOp> looks = new ArrayList<>();
        commit.checks().forEach(check -> looks.add(range(oneKey(check.key()).setKeysOnly(true))));
        commit.puts().forEach(put -> looks.add(range(oneKey(put.key()))));
        return looks;
    }

    /** The answer to the transaction that happened. */
    CommitResult accepted(TxnResponse answer) {
        Version version = Envelope.version(answer.getHeader().getRevision());
        Map<Key, Version> versions = new HashMap<>();
        puts.keySet().forEach(key -> versions.put(key, version));
        return new Accepted(versions);
    }

    /** What such a look says; nothing when all checks hold, so that it was something else. */
    Optional<CommitResult> refused(TxnResponse answer) {
        int index = 0;
        Check broken = null;
        for (Check check : commit.checks()) {
            if (broken == null && !holds(check, state(answer.getResponses(index)))) {
                broken = check;
            }
            index++;
        }
        if (broken == null) {
            return Optional.empty();
        }
        Map<Key, Version> versions = new HashMap<>();
        for (Put put : commit.puts()) {
            Optional<KeyValue> state = state(answer.getResponses(index));
            if (state.isPresent() && isOwn(put.key(), state.get())) {
                versions.put(put.key(), Envelope.version(state.get().getModRevision()));
            }
            index++;
        }
        return Optional.of(versions.isEmpty() ? new Refused(broken) : new Accepted(versions));
    }

    /** Transactions that look whether a session key has a child, or would get one. */
    List<TxnRequest> looks() {
        List<TxnRequest> looks = new ArrayList<>();
        TxnRequest.Builder look = TxnRequest.newBuilder();
        for (RangeRequest.Builder range : lookedAt()) {
            if (look.getSuccessCount() == MOST_OPERATIONS) {
                looks.add(look.build());
                look = TxnRequest.newBuilder();
            }
            look.addSuccess(range(range));
        }
        looks.add(look.build());
        return looks;
    }

    /** What is wrong by what the looks saw; nothing when it was but for a moment. */
    Optional<EngineException> broken(List<TxnResponse> looks) {
        for (TxnResponse look : looks) {
            for (ResponseOp response : look.getResponsesList()) {
                for (KeyValue state : response.getResponseRange().getKvsList()) {
                    Optional<EngineException> broken = Keys.key(state.getKey()).flatMap(key -> broken(key, state));
                    if (broken.isPresent()) {
                        return broken;
                    }
                }
            }
        }
        return Optional.empty();
    }

    private Optional<EngineException> broken(Key key, KeyValue state) {
        if (parents.contains(key)) {
            return state.getLease() == 0 ? Optional.empty() : Optional.of(noChildren(key, childOf(key)));
        }
        if (deletes.contains(key)) {
            return Optional.empty();
        }
        return Keys.above(key).stream()
                .filter(above -> puts.get(above) == Lifetime.SESSION)
                .findFirst()
                .map(sessionKey -> noChildren(sessionKey, key));
    }

    private Key childOf(Key parent) {
        return puts.keySet().stream()
                .filter(key -> parent.covers(key))
                .sorted()
                .findFirst()
                .orElseThrow();
    }

    private List<RangeRequest.Builder> lookedAt() {
        List<RangeRequest.Builder> looked = new ArrayList<>();
        parents.forEach(parent -> looked.add(oneKey(parent).setKeysOnly(true)));
        for (Span span : childRanges()) {
            looked.add(RangeRequest.newBuilder()
                    .setKey(span.begin())
                    .setRangeEnd(span.end())
                    .setKeysOnly(true)
                    .setLimit(1));
        }
        return looked;
    }

    /** From {@code begin} on, before {@code end}. */
    private record Span(ByteString begin, ByteString end) {}

    /** Where no key must be: below the session keys that are put, but for what is deleted. */
    private List<Span> childRanges() {
        List<Span> ranges = new ArrayList<>();
        for (Put put : commit.puts()) {
            if (put.lifetime() == Lifetime.SESSION) {
                ByteString begin = Keys.belowBegin(put.key());
                for (Key deleted : deletes) {
                    if (put.key().covers(deleted)) {
                        ranges.add(new Span(begin, Keys.of(deleted)));
                        begin = Keys.after(Keys.of(deleted));
                    }
                }
                ranges.add(new Span(begin, Keys.belowEnd(put.key())));
            }
        }
        ranges.removeIf(range -> range.begin().equals(range.end()));
        return ranges;
    }

    /** No parent is a session key: one comparison each, or for several together as far as these are too many. */
    private void addParents(TxnRequest.Builder transaction, long seen) {
        List<Key> all = List.copyOf(parents);
        int left = MOST_OPERATIONS - transaction.getCompareCount();
        int each = (all.size() + left - 1) / Math.max(1, left);
        for (int begin = 0; begin < all.size(); begin += each) {
            Key first = all.get(begin);
            Key last = all.get(Math.min(all.size(), begin + each) - 1);
            transaction.addCompare(
                    each == 1
                            ? Wire.hasNoLease(Compare.newBuilder().setKey(Keys.of(first)))
                            : compare(first, CompareTarget.MOD, CompareResult.LESS)
                                    .setRangeEnd(Keys.after(Keys.of(last)))
                                    .setModRevision(seen + 1));
        }
    }

    private static Compare.Builder compare(Check check) {
        return switch (check.kind()) {
            case UNCHANGED ->
                compare(check.key(), CompareTarget.MOD, CompareResult.EQUAL).setModRevision(revision(check));
            case PRESENT ->
                compare(check.key(), CompareTarget.CREATE, CompareResult.GREATER)
                        .setCreateRevision(0);
            case ABSENT ->
                compare(check.key(), CompareTarget.CREATE, CompareResult.EQUAL).setCreateRevision(0);
        };
    }

    private static boolean holds(Check check, Optional<KeyValue> state) {
        return switch (check.kind()) {
            case UNCHANGED -> state.isPresent() && state.get().getModRevision() == revision(check);
            case PRESENT -> state.isPresent();
            case ABSENT -> state.isEmpty();
        };
    }

    private static long revision(Check check) {
        Version version = check.version();
        return version == null ? -1 : Envelope.revision(version);
    }

    private boolean isOwn(Key key, KeyValue state) {
        try {
            return Envelope.decode(key, state).requestId().equals(commit.requestId());
        } catch (EngineException e) {
            // Somebody else's, of whatever form.
            return false;
        }
    }

    private static Compare isEmpty(Span range) {
        return Compare.newBuilder()
                .setKey(range.begin())
                .setRangeEnd(range.end())
                .setTarget(CompareTarget.CREATE)
                .setResult(CompareResult.EQUAL)
                .setCreateRevision(0)
                .build();
    }

    private static Compare.Builder compare(Key key, CompareTarget target, CompareResult result) {
        return Compare.newBuilder().setKey(Keys.of(key)).setTarget(target).setResult(result);
    }

    private static RangeRequest.Builder oneKey(Key key) {
        return RangeRequest.newBuilder().setKey(Keys.of(key));
    }

    private static RequestOp range(RangeRequest.Builder range) {
        return RequestOp.newBuilder().setRequestRange(range).build();
    }

    private static Optional<KeyValue> state(ResponseOp response) {
        RangeResponse range = response.getResponseRange();
        return range.getKvsCount() == 0 ? Optional.empty() : Optional.of(range.getKvs(0));
    }

    private static EngineException noChildren(Key sessionKey, Key child) {
        return new EngineException(
                Category.REJECTED, "session key " + sessionKey + " can have no children such as " + child);
    }
}
