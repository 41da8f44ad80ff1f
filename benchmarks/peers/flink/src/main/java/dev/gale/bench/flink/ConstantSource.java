package dev.gale.bench.flink;

import dev.gale.bench.harness.Scenario;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;

/** One constant small string a record. */
final class ConstantSource extends EndlessSource<String> {
    @Override
    public SourceReader<String, Progress> createReader(SourceReaderContext context) {
        return new EndlessReader<>() {
            @Override
            String next() {
                return Scenario.PAYLOAD;
            }
        };
    }
}
