package dev.gale.adapter.etcd;

import com.google.protobuf.ByteString;
import dev.gale.spi.metadata.Key;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RangeResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/** Reads what is in a range, as of one revision, page by page: answers are bounded however much there is. */
final class Pages {
    /** Of values; these are at most 512 KiB each. */
    private static final int STATES = 100;

    private static final int NAMES = 1_000;

    private final Calls calls;
    private final RangeRequest.Builder request;
    private final Consumer<KeyValue> each;
    private final Function<KeyValue, ByteString> next;
    private long revision;

    private Pages(
            Calls calls, RangeRequest.Builder request, Consumer<KeyValue> each, Function<KeyValue, ByteString> next) {
        this.calls = calls;
        this.request = request;
        this.each = each;
        this.next = next;
    }

    /** Hands over the key and all below, and whatever else etcd has between these; then completes with the revision. */
    static CompletableFuture<Long> under(Calls calls, Key key, Consumer<KeyValue> each) {
        RangeRequest.Builder request = RangeRequest.newBuilder()
                .setKey(Keys.of(key))
                .setRangeEnd(Keys.belowEnd(key))
                .setLimit(STATES);
        return new Pages(calls, request, each, state -> Keys.after(state.getKey())).read();
    }

    /** The names directly below the key, in order. What is further below is skipped, not read. */
    static CompletableFuture<List<String>> children(Calls calls, Key key) {
        ByteString begin = Keys.belowBegin(key);
        RangeRequest.Builder request = RangeRequest.newBuilder()
                .setKey(begin)
                .setRangeEnd(Keys.belowEnd(key))
                .setKeysOnly(true)
                .setLimit(NAMES);
        TreeSet<String> names = new TreeSet<>();
        Consumer<KeyValue> each = state -> Keys.key(state.getKey()).ifPresent(found -> names.add(name(begin, state)));
        Function<KeyValue, ByteString> next = state -> {
            int end = begin.size() + name(begin, state).length();
            ByteString child = state.getKey().substring(0, end);
            return state.getKey().size() > end ? Keys.afterAllBelow(child) : Keys.after(child);
        };
        return new Pages(calls, request, each, next).read().thenApply(read -> List.copyOf(names));
    }

    private static String name(ByteString begin, KeyValue state) {
        String rest = state.getKey().substring(begin.size()).toString(StandardCharsets.ISO_8859_1);
        int end = rest.indexOf('/');
        return end < 0 ? rest : rest.substring(0, end);
    }

    private CompletableFuture<Long> read() {
        return calls.range(request.build()).thenCompose(this::onPage);
    }

    private CompletableFuture<Long> onPage(RangeResponse page) {
        if (revision == 0) {
            revision = page.getHeader().getRevision();
            request.setRevision(revision);
        }
        page.getKvsList().forEach(each);
        if (!page.getMore() || page.getKvsCount() == 0) {
            return CompletableFuture.completedFuture(revision);
        }
        request.setKey(next.apply(page.getKvs(page.getKvsCount() - 1)));
        return read();
    }
}
