package com.example.words;

import dev.gale.api.BaseRichBolt;
import dev.gale.api.BaseRichSpout;
import dev.gale.api.Config;
import dev.gale.api.Fields;
import dev.gale.api.OutputCollector;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.SpoutOutputCollector;
import dev.gale.api.TopologyBuilder;
import dev.gale.api.TopologyContext;
import dev.gale.api.TopologySubmitter;
import dev.gale.api.Tuple;
import dev.gale.api.Values;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Counts the words of a few sentences that come again and again, on two workers. Each word's count is a file of its name. */
public final class WordCount {
    private static final String DIRECTORY = "words.directory";
    private static final List<String> SENTENCES = List.of("one two three", "two three", "three");
    private static final int ROUNDS = 500;

    private WordCount() {}

    /** Takes the directory for the counts. */
    public static void main(String[] arguments) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("sentences", new Sentences());
        builder.setBolt("split", new Split(), 2).shuffleGrouping("sentences");
        builder.setBolt("count", new Count(), 2).fieldsGrouping("split", new Fields("word"));
        Config conf = new Config();
        conf.setNumWorkers(2);
        conf.put(DIRECTORY, arguments[0]);
        TopologySubmitter.submit("word-count", conf, builder.createTopology());
    }

    static final class Sentences extends BaseRichSpout {
        private static final long serialVersionUID = 1;

        private transient SpoutOutputCollector collector;
        private transient int next;

        @Override
        public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector to) {
            collector = to;
        }

        @Override
        public void nextTuple() {
            if (next == ROUNDS * SENTENCES.size()) {
                collector.finish();
                return;
            }
            collector.emit(new Values(next, SENTENCES.get(next % SENTENCES.size())), next);
            next++;
        }

        @Override
        public void fail(Object number) {
            collector.emit(new Values(number, SENTENCES.get((Integer) number % SENTENCES.size())), number);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("number", "sentence"));
        }
    }

    static final class Split extends BaseRichBolt {
        private static final long serialVersionUID = 1;

        private transient OutputCollector collector;

        @Override
        public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector to) {
            collector = to;
        }

        @Override
        public void execute(Tuple sentence) {
            for (String word : sentence.getStringByField("sentence").split(" ")) {
                collector.emit(sentence, new Values(word, sentence.getIntegerByField("number")));
            }
            collector.ack(sentence);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("word", "number"));
        }
    }

    /** Counts a sentence once, however often it is sent. */
    static final class Count extends BaseRichBolt {
        private static final long serialVersionUID = 1;

        private transient OutputCollector collector;
        private transient Path directory;
        private transient Map<String, Set<Integer>> sentences;

        @Override
        public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector to) {
            collector = to;
            directory = Path.of((String) conf.get(DIRECTORY));
            sentences = new HashMap<>();
        }

        @Override
        public void execute(Tuple input) {
            String word = input.getStringByField("word");
            Set<Integer> with = sentences.computeIfAbsent(word, unused -> new HashSet<>());
            with.add(input.getIntegerByField("number"));
            try {
                Files.writeString(directory.resolve(word), Integer.toString(with.size()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            collector.ack(input);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            // Nothing comes after it.
        }
    }
}
