package dev.gale.bench.flink;

import dev.gale.bench.harness.Scenario;
import dev.gale.bench.harness.Variant;
import dev.gale.bench.harness.Workload;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The scenarios with operator chaining off, so that each stage has a thread of its own as in the other engines. Acked
 * means exactly once with a checkpoint each second. Tuned adds object reuse, and for the paced scenario a buffer
 * timeout of zero.
 */
final class FlinkWorkload implements Workload {
    private static final long CHECKPOINT_INTERVAL_MILLIS = TimeUnit.SECONDS.toMillis(1);

    private final Scenario scenario;
    private final Variant variant;

    FlinkWorkload(Scenario scenario, Variant variant) {
        if (scenario == Scenario.W2_DEDICATED) {
            throw new IllegalArgumentException("no ackers in Flink: use W2");
        }
        this.scenario = scenario;
        this.variant = variant;
    }

    @Override
    public void start() throws Exception {
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.createLocalEnvironment(scenario.parallelism());
        environment.disableOperatorChaining();
        if (scenario.acked()) {
            environment.enableCheckpointing(CHECKPOINT_INTERVAL_MILLIS, CheckpointingMode.EXACTLY_ONCE);
        }
        if (variant == Variant.TUNED) {
            environment.getConfig().enableObjectReuse();
            if (scenario.paced()) {
                environment.setBufferTimeout(0);
            }
        }
        lay(environment);
        environment.executeAsync(scenario.label());
    }

    private void lay(StreamExecutionEnvironment environment) {
        switch (scenario.shape()) {
            case PIPE -> constants(environment).flatMap(new NullSink<>()).returns(Types.VOID);
            case RELAY -> {
                if (scenario.paced()) {
                    environment
                            .fromSource(
                                    new PacedSource(scenario.ratePerSecond()),
                                    WatermarkStrategy.noWatermarks(),
                                    "source",
                                    Types.LONG)
                            .map(value -> value)
                            .returns(Types.LONG)
                            .flatMap(new LatencySink())
                            .returns(Types.VOID);
                } else {
                    constants(environment)
                            .map(value -> value)
                            .returns(Types.STRING)
                            .flatMap(new NullSink<>())
                            .returns(Types.VOID);
                }
            }
            case WORDS ->
                environment
                        .fromSource(new SentenceSource(), WatermarkStrategy.noWatermarks(), "source", Types.STRING)
                        .flatMap(new Split())
                        .returns(Types.STRING)
                        .keyBy(word -> word, Types.STRING)
                        .flatMap(new WordCount())
                        .returns(Types.VOID);
        }
    }

    private static DataStream<String> constants(StreamExecutionEnvironment environment) {
        return environment.fromSource(new ConstantSource(), WatermarkStrategy.noWatermarks(), "source", Types.STRING);
    }

    /** Nothing: the mini cluster's threads end with the process, which is about to be halted. */
    @Override
    public void stop() {}
}
