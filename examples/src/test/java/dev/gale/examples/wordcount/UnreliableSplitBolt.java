package dev.gale.examples.wordcount;

import dev.gale.api.BaseBasicBolt;
import dev.gale.api.BasicOutputCollector;
import dev.gale.api.FailedException;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.TopologyContext;
import dev.gale.api.Tuple;
import java.util.Map;
import java.util.SplittableRandom;

/** Splits, and then fails some inputs whose words are already on their way. */
final class UnreliableSplitBolt extends BaseBasicBolt {
    private static final double FAIL_SHARE = 0.05;

    private final SplitBolt inner = new SplitBolt();
    private final long seed;

    private transient SplittableRandom random;

    UnreliableSplitBolt(long seed) {
        this.seed = seed;
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        inner.declareOutputFields(declarer);
    }

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext context) {
        random = new SplittableRandom(seed + context.getThisTaskId());
    }

    @Override
    public void execute(Tuple input, BasicOutputCollector collector) {
        inner.execute(input, collector);
        if (random.nextDouble() < FAIL_SHARE) {
            throw new FailedException("failed by the test");
        }
    }
}
