package dev.gale.examples.wordcount;

import dev.gale.api.Bolt;
import dev.gale.api.OutputCollector;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.TopologyContext;
import dev.gale.api.Tuple;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** Fails some inputs before the bolt inside sees them, and sometimes throws, so that an instance with unacked inputs is lost. */
final class UnreliableBolt implements Bolt {
    /** How often bolts of this class may still throw. Shared by all instances in the JVM. */
    static final AtomicInteger THROWS_LEFT = new AtomicInteger();

    private static final double FAIL_SHARE = 0.01;
    private static final double THROW_SHARE = 0.0005;

    private final Bolt inner;
    private final long seed;

    private transient OutputCollector collector;
    private transient SplittableRandom random;

    UnreliableBolt(Bolt inner, long seed) {
        this.inner = inner;
        this.seed = seed;
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        inner.declareOutputFields(declarer);
    }

    @Override
    public Map<String, Object> getComponentConfiguration() {
        return inner.getComponentConfiguration();
    }

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector boltCollector) {
        collector = boltCollector;
        random = new SplittableRandom(seed + context.getThisTaskId());
        inner.prepare(conf, context, boltCollector);
    }

    @Override
    public void execute(Tuple input) {
        if (input.isTick()) {
            inner.execute(input);
        } else if (random.nextDouble() < FAIL_SHARE) {
            collector.fail(input);
        } else if (random.nextDouble() < THROW_SHARE && THROWS_LEFT.getAndDecrement() > 0) {
            throw new IllegalStateException("thrown by the test");
        } else {
            inner.execute(input);
        }
    }

    @Override
    public void cleanup() {
        inner.cleanup();
    }
}
