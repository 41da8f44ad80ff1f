package dev.gale.examples.topn;

import dev.gale.api.BaseRichSpout;
import dev.gale.api.Fields;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.SpoutOutputCollector;
import dev.gale.api.TopologyContext;
import dev.gale.api.Values;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * Emits tags without end, some thousand a second; which are frequent drifts. A lost tag would not be missed in a trend, so they have
 * no message id and nothing is replayed.
 */
public final class TagSpout extends BaseRichSpout {
    private static final int TAGS = 200;
    private static final int EMITS_PER_DRIFT = 10_000;
    private static final long PERIOD_NANOS = TimeUnit.MICROSECONDS.toNanos(200);

    private final long seed;

    private transient SpoutOutputCollector collector;
    private transient SplittableRandom random;
    private transient long emits;
    private transient long nextNanos;

    public TagSpout(long seed) {
        this.seed = seed;
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("tag"));
    }

    @Override
    public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector spoutCollector) {
        collector = spoutCollector;
        random = new SplittableRandom(seed + context.getThisTaskIndex());
        emits = 0;
        nextNanos = System.nanoTime();
    }

    @Override
    public void nextTuple() {
        if (System.nanoTime() - nextNanos < 0) {
            return;
        }
        nextNanos += PERIOD_NANOS;
        long drift = emits++ / EMITS_PER_DRIFT;
        double uniform = random.nextDouble();
        long tag = (drift + (long) (TAGS * uniform * uniform * uniform)) % TAGS;
        collector.emit(new Values("#" + tag));
    }
}
