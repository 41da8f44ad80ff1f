package dev.gale.bench.flink;

import dev.gale.bench.harness.Sentences;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;

/** The sentences in turn. */
final class SentenceSource extends EndlessSource<String> {
    @Override
    public SourceReader<String, Progress> createReader(SourceReaderContext context) {
        return new EndlessReader<>() {
            private int next;

            @Override
            String next() {
                String sentence = Sentences.ALL.get(next);
                next = next + 1 == Sentences.ALL.size() ? 0 : next + 1;
                return sentence;
            }
        };
    }
}
