package dev.gale.bench.jet;

import dev.gale.bench.harness.Sentences;

/** The sentences in turn. */
final class SentenceSource extends BenchSource {
    private int next;

    @Override
    Object next() {
        return Sentences.ALL.get(next);
    }

    @Override
    void taken() {
        next = next + 1 == Sentences.ALL.size() ? 0 : next + 1;
    }
}
