package dev.gale.bench;

import dev.gale.api.BaseRichBolt;
import dev.gale.api.Config;
import dev.gale.api.OutputCollector;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.TopologyBuilder;
import dev.gale.api.TopologyContext;
import dev.gale.api.Tuple;
import dev.gale.bench.harness.Scenario;
import dev.gale.engine.stats.StreamCounts;
import dev.gale.engine.stats.Window;
import dev.gale.local.LocalCluster;
import dev.gale.local.LocalTopology;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What a topology keeps of its rate when another one in the same process has a bolt that takes a millisecond a tuple behind a spout
 * that never stops. Prints tuples a second alone and beside the slow one, in turn, and the ratio of the medians.
 */
public final class NeighbourBenchmark {
    private static final int ROUNDS = 5;
    private static final long WINDOW_MILLIS = 4_000;
    private static final Scenario SCENARIO = Scenario.W2;

    private NeighbourBenchmark() {}

    public static void main(String[] args) throws InterruptedException {
        double[] alone = new double[ROUNDS];
        double[] beside = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            alone[round] = rate(false);
            beside[round] = rate(true);
            System.out.printf(
                    "round %d: alone %,.0f/s, beside a slow topology %,.0f/s%n",
                    round + 1, alone[round], beside[round]);
        }
        Arrays.sort(alone);
        Arrays.sort(beside);
        System.out.printf("ratio of the medians: %.2f%n", beside[ROUNDS / 2] / alone[ROUNDS / 2]);
    }

    private static double rate(boolean withSlow) throws InterruptedException {
        try (LocalCluster cluster = new LocalCluster()) {
            if (withSlow) {
                TopologyBuilder slow = new TopologyBuilder();
                slow.setSpout("spout", new ConstantSpout(SCENARIO));
                slow.setBolt("slow", new SlowBolt()).shuffleGrouping("spout");
                cluster.submit("slow", new Config(), slow.createTopology()).awaitRunning(Duration.ofSeconds(30));
            }
            TopologyBuilder fast = new TopologyBuilder();
            fast.setSpout("spout", new ConstantSpout(SCENARIO));
            fast.setBolt("sink", new NullBolt(SCENARIO)).shuffleGrouping("spout");
            LocalTopology topology = cluster.submit("fast", new Config(), fast.createTopology());
            topology.awaitRunning(Duration.ofSeconds(30));
            TimeUnit.MILLISECONDS.sleep(WINDOW_MILLIS);
            long from = acked(topology);
            long since = System.nanoTime();
            TimeUnit.MILLISECONDS.sleep(WINDOW_MILLIS);
            return (acked(topology) - from) * 1e9 / (System.nanoTime() - since);
        }
    }

    private static long acked(LocalTopology topology) {
        return StreamCounts.total(topology.statistics()
                .component("spout")
                .window(Window.ALL_TIME)
                .figures()
                .counts()
                .acked());
    }

    private static final class SlowBolt extends BaseRichBolt {
        private transient OutputCollector collector;

        @Override
        public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector output) {
            collector = output;
        }

        @Override
        public void execute(Tuple tuple) {
            try {
                TimeUnit.MILLISECONDS.sleep(1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            collector.ack(tuple);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }
}
