package dev.gale.runtime.supervisor;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentSkipListMap;

/** Files that are here at once. */
final class FakeCode implements CodeStore {
    final List<String> calls = Collections.synchronizedList(new ArrayList<>());
    private final SortedMap<String, String> whole = new ConcurrentSkipListMap<>();

    @Override
    public SortedMap<String, String> findCode() {
        return new TreeMap<>(whole);
    }

    @Override
    public CompletionStage<Void> fetch(String topology, String digest) {
        calls.add("fetch " + topology + " " + digest);
        whole.put(topology, digest);
        return CompletableFuture.completedStage(null);
    }

    @Override
    public void delete(String topology) {
        calls.add("delete " + topology);
        whole.remove(topology);
    }

    @Override
    public boolean isWhole(String topology, String digest) {
        return digest.equals(whole.get(topology));
    }
}
