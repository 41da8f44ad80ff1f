package dev.gale.examples.routing;

import dev.gale.api.BaseBasicBolt;
import dev.gale.api.BasicOutputCollector;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.TopologyContext;
import dev.gale.api.Tuple;
import java.util.DoubleSummaryStatistics;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Keeps the readings of its regions and prints what it knows about a region whenever that changes. */
public final class StoreBolt extends BaseBasicBolt {
    private transient Map<String, DoubleSummaryStatistics> regions;
    private transient int task;

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {}

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext context) {
        regions = new TreeMap<>();
        task = context.getThisTaskId();
    }

    @Override
    public void execute(Tuple input, BasicOutputCollector collector) {
        String region = input.getStringByField("region");
        DoubleSummaryStatistics readings = regions.computeIfAbsent(region, absent -> new DoubleSummaryStatistics());
        readings.accept(input.getDoubleByField("celsius"));
        System.out.printf(
                Locale.ROOT,
                "store %d: %s, mean of %d: %.2f%n",
                task,
                region,
                readings.getCount(),
                readings.getAverage());
    }
}
