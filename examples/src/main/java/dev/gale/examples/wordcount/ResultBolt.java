package dev.gale.examples.wordcount;

import dev.gale.api.BaseRichBolt;
import dev.gale.api.Config;
import dev.gale.api.OutputCollector;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.TopologyContext;
import dev.gale.api.Tuple;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Writes what it receives to result files, and acks when that is flushed: after every so many tuples, and at every tick for those
 * that came last.
 */
public final class ResultBolt extends BaseRichBolt {
    private static final int BATCH = 1_024;
    private static final double TICK_SECONDS = 0.2;

    private final URI directory;

    private transient OutputCollector collector;
    private transient ResultWriter results;
    private transient List<Tuple> written;

    public ResultBolt(Path directory) {
        this.directory = directory.toUri();
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {}

    @Override
    public Map<String, Object> getComponentConfiguration() {
        return Map.of(Config.TOPOLOGY_TICK_TUPLE_FREQ_SECS, TICK_SECONDS);
    }

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector boltCollector) {
        collector = boltCollector;
        written = new ArrayList<>();
        try {
            results = new ResultWriter(new ResultFiles(Path.of(directory)), context.getThisTaskId());
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot create a result file: " + e, e);
        }
    }

    @Override
    public void execute(Tuple input) {
        try {
            if (input.isTick()) {
                flush();
                collector.ack(input);
                return;
            }
            write(input);
            written.add(input);
            if (written.size() == BATCH) {
                flush();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write results: " + e, e);
        }
    }

    @Override
    public void cleanup() {
        try {
            results.close();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot close a result file: " + e, e);
        }
    }

    private void write(Tuple input) throws IOException {
        if (input.getSourceStreamId().equals(SplitBolt.PIECES)) {
            results.piece(
                    input.getLongByField("wordPlace"), input.getLongByField("place"), input.getBinaryByField("text"));
        } else {
            results.word(input.getLongByField("place"), input.getStringByField("word"));
        }
    }

    private void flush() throws IOException {
        results.flush();
        written.forEach(collector::ack);
        written.clear();
    }
}
