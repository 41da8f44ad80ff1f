package dev.gale.bench.jet;

import com.hazelcast.config.Config;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.function.FunctionEx;
import com.hazelcast.function.SupplierEx;
import com.hazelcast.jet.config.JobConfig;
import com.hazelcast.jet.config.ProcessingGuarantee;
import com.hazelcast.jet.core.DAG;
import com.hazelcast.jet.core.Edge;
import com.hazelcast.jet.core.Processor;
import com.hazelcast.jet.core.Vertex;
import dev.gale.bench.harness.Scenario;
import dev.gale.bench.harness.Variant;
import dev.gale.bench.harness.Workload;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The scenarios as graphs of processors: the Core API, since a pipeline would fuse the stages into one. Acked means
 * exactly once with a snapshot each second. Both variants are the defaults, which no setting was found to beat.
 */
final class JetWorkload implements Workload {
    private static final long SNAPSHOT_INTERVAL_MILLIS = TimeUnit.SECONDS.toMillis(1);

    private final Scenario scenario;
    private @Nullable HazelcastInstance member;

    JetWorkload(Scenario scenario, Variant variant) {
        if (scenario == Scenario.W2_DEDICATED) {
            throw new IllegalArgumentException("no ackers in Jet: use W2");
        }
        this.scenario = scenario;
    }

    @Override
    public void start() {
        JobConfig job = new JobConfig().setName(scenario.label());
        if (scenario.acked()) {
            job.setProcessingGuarantee(ProcessingGuarantee.EXACTLY_ONCE)
                    .setSnapshotIntervalMillis(SNAPSHOT_INTERVAL_MILLIS);
        }
        member = Hazelcast.newHazelcastInstance(alone());
        member.getJet().newJob(graph(), job);
    }

    /** One member that listens on loopback only and looks for no other. */
    private static Config alone() {
        Config config = new Config();
        config.getJetConfig().setEnabled(true);
        config.getNetworkConfig().setPublicAddress("127.0.0.1");
        config.getNetworkConfig().getInterfaces().setEnabled(true).addInterface("127.0.0.1");
        JoinConfig join = config.getNetworkConfig().getJoin();
        join.getMulticastConfig().setEnabled(false);
        join.getAutoDetectionConfig().setEnabled(false);
        return config;
    }

    private DAG graph() {
        DAG graph = new DAG();
        boolean paced = scenario.paced();
        int rate = scenario.ratePerSecond();
        switch (scenario.shape()) {
            case PIPE -> {
                Vertex source = vertex(graph, "source", ConstantSource::new);
                Vertex sink = vertex(graph, "sink", () -> new NullSink(false));
                graph.edge(Edge.between(source, sink));
            }
            case RELAY -> {
                Vertex source = paced
                        ? vertex(graph, "source", () -> new PacedSource(rate))
                        : vertex(graph, "source", ConstantSource::new);
                Vertex relay = vertex(graph, "relay", Relay::new);
                Vertex sink = vertex(graph, "sink", () -> new NullSink(paced));
                graph.edge(Edge.between(source, relay)).edge(Edge.between(relay, sink));
            }
            case WORDS -> {
                Vertex source = vertex(graph, "source", SentenceSource::new);
                Vertex split = vertex(graph, "split", Split::new);
                Vertex count = vertex(graph, "count", WordCount::new);
                graph.edge(Edge.between(source, split))
                        .edge(Edge.between(split, count).partitioned(FunctionEx.identity()));
            }
        }
        return graph;
    }

    private Vertex vertex(DAG graph, String name, SupplierEx<Processor> processor) {
        return graph.newVertex(name, processor).localParallelism(scenario.parallelism());
    }

    @Override
    public void stop() {
        if (member != null) {
            member.getLifecycleService().terminate();
        }
    }
}
