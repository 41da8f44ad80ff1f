package dev.gale.bench.flink;

import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.util.Collector;

/** A sentence into its words. */
final class Split implements FlatMapFunction<String, String> {
    @Override
    public void flatMap(String sentence, Collector<String> words) {
        for (String word : sentence.split(" ")) {
            words.collect(word);
        }
    }
}
