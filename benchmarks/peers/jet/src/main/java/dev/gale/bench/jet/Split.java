package dev.gale.bench.jet;

import com.hazelcast.jet.Traverser;
import com.hazelcast.jet.Traversers;
import com.hazelcast.jet.core.AbstractProcessor;

/** A sentence into its words. */
final class Split extends AbstractProcessor {
    private final FlatMapper<String, String> words = flatMapper(Split::words);

    private static Traverser<String> words(String sentence) {
        return Traversers.traverseItems(sentence.split(" "));
    }

    @Override
    protected boolean tryProcess0(Object item) {
        return words.tryProcess((String) item);
    }
}
