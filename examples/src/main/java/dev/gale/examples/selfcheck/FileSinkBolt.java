package dev.gale.examples.selfcheck;

import dev.gale.api.BaseRichBolt;
import dev.gale.api.Config;
import dev.gale.api.Fields;
import dev.gale.api.OutputCollector;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.TopologyContext;
import dev.gale.api.Tuple;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Appends some fields of every tuple as a line to a file, and acks when that is flushed. Each instance has a file of its own, named
 * {@code <prefix>-<task>-<process id>-<number>}.
 */
final class FileSinkBolt extends BaseRichBolt {
    static final String SEPARATOR = "\t";

    private static final int BATCH = 256;
    private static final double TICK_SECONDS = 0.2;

    private final URI directory;
    private final String prefix;
    private final Fields written;

    private transient OutputCollector collector;
    private transient Writer out;
    private transient List<Tuple> unacked;

    FileSinkBolt(Path directory, String prefix, Fields written) {
        this.directory = directory.toUri();
        this.prefix = prefix;
        this.written = written;
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
        unacked = new ArrayList<>();
        try {
            out = create(
                    Path.of(directory),
                    prefix + "-" + context.getThisTaskId() + "-"
                            + ProcessHandle.current().pid());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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
            out.write(input.select(written).stream().map(String::valueOf).collect(Collectors.joining(SEPARATOR)));
            out.write('\n');
            unacked.add(input);
            if (unacked.size() == BATCH) {
                flush();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void cleanup() {
        try {
            out.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void flush() throws IOException {
        out.flush();
        unacked.forEach(collector::ack);
        unacked.clear();
    }

    private static Writer create(Path folder, String name) throws IOException {
        for (int number = 0; ; number++) {
            try {
                return Files.newBufferedWriter(
                        folder.resolve(name + "-" + number), StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW);
            } catch (FileAlreadyExistsException e) {
                // An earlier instance wrote it; the next number is tried.
            }
        }
    }
}
