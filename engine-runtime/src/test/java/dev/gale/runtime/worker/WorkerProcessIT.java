package dev.gale.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.adapter.memory.MemoryHeartbeatsFactory;
import dev.gale.adapter.memory.MemoryMetadataStoreFactory;
import dev.gale.adapter.memory.MemoryTransportFactory;
import dev.gale.api.BaseRichSpout;
import dev.gale.api.Fields;
import dev.gale.api.OutputFieldsDeclarer;
import dev.gale.api.SpoutOutputCollector;
import dev.gale.api.TopologyBuilder;
import dev.gale.api.TopologyContext;
import dev.gale.engine.cluster.WorkerSlot;
import dev.gale.runtime.code.LoadedCode;
import dev.gale.runtime.code.TopologyCode;
import dev.gale.runtime.code.TopologyConf;
import dev.gale.runtime.code.TransportSecret;
import dev.gale.runtime.plugin.EnginePluginContext;
import dev.gale.runtime.store.ErrorFormat;
import dev.gale.runtime.store.Keys;
import dev.gale.runtime.store.StoredError;
import dev.gale.spi.heartbeat.Heartbeats;
import dev.gale.spi.heartbeat.WriterIdentity;
import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.plugin.ConfigSection;
import dev.gale.spi.transport.Transport;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A worker with its threads, over ports in memory. */
@Timeout(60)
class WorkerProcessIT {
    private static final long PATIENCE_SECONDS = 30;
    private static final String TOPOLOGY = "words-1-1";

    @TempDir
    Path directory;

    private final Keys keys = new Keys(Key.of("/gale"));

    static final class Words extends BaseRichSpout {
        private static final long serialVersionUID = 1;

        @Override
        public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
            // Never runs here.
        }

        @Override
        public void nextTuple() {
            // Never runs here.
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("word"));
        }
    }

    @Test
    void oneThatOnlyANewProcessMayHelpLeavesTheReasonInTheStore() throws Exception {
        try (MetadataStore store =
                new MemoryMetadataStoreFactory().open(ConfigSection.of("memory", Map.of()), context("store"))) {
            Bytes unread = Bytes.utf8("{\"version\": 99}");
            store.commit(Commit.builder("by-hand")
                            .put(keys.topology(TOPOLOGY), unread)
                            .build())
                    .toCompletableFuture()
                    .get(PATIENCE_SECONDS, TimeUnit.SECONDS);

            assertThat(exitCodeOfABrokenOne(store)).isEqualTo(WorkerProcess.EXIT_BROKEN);

            StoredError error = store.read(keys.error(TOPOLOGY, "__system", 1))
                    .thenApply(state ->
                            new ErrorFormat().decode(state.orElseThrow().value()))
                    .toCompletableFuture()
                    .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            assertThat(error.message())
                    .contains("only a new process may help: its sending thread ended")
                    .contains("no room");
            assertThat(error.worker()).isEqualTo("host-a:6700");
        }
    }

    @Test
    void aStoreThatDoesNotAnswerDoesNotKeepABrokenOneAlive() throws Exception {
        try (MetadataStore real =
                new MemoryMetadataStoreFactory().open(ConfigSection.of("memory", Map.of()), context("store"))) {
            MetadataStore silent = (MetadataStore) Proxy.newProxyInstance(
                    getClass().getClassLoader(),
                    new Class<?>[] {MetadataStore.class},
                    (proxy, method, arguments) -> method.getName().equals("children")
                            ? new CompletableFuture<>()
                            : method.invoke(real, arguments));

            assertThat(exitCodeOfABrokenOne(silent)).isEqualTo(WorkerProcess.EXIT_BROKEN);
        }
    }

    private int exitCodeOfABrokenOne(MetadataStore store) throws Exception {
        try (Transport transport =
                        new MemoryTransportFactory().open(ConfigSection.of("memory", Map.of()), context("transport"));
                Heartbeats heartbeats =
                        new MemoryHeartbeatsFactory().open(ConfigSection.of("memory", Map.of()), context("beats"))) {
            WorkerProcess worker = new WorkerProcess(
                    new WorkerId(TOPOLOGY, "words", new WorkerSlot("host-a", 6700), 1, "first"),
                    code(),
                    TransportSecret.random(new SecureRandom()),
                    store,
                    keys,
                    transport,
                    heartbeats.writer(directory.resolve("beat"), new WriterIdentity(1, 1, 1)),
                    new WorkerTimings(Duration.ofMillis(100), Duration.ofMillis(100), Duration.ofSeconds(1)),
                    "127.0.0.1",
                    InstantSource.system(),
                    () -> UUID.randomUUID().toString());
            worker.broken("its sending thread ended", new IllegalStateException("no room"));
            return worker.exit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
    }

    private static LoadedCode code() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("words", new Words(), 1);
        TopologyCode code = TopologyCode.of(builder.createTopology(), problem -> {
                    throw new AssertionError(problem);
                })
                .orElseThrow();
        return LoadedCode.of(code, TopologyConf.of(Map.of()), WorkerProcessIT.class.getClassLoader());
    }

    private static EnginePluginContext context(String adapter) {
        return new EnginePluginContext("test", adapter, System::nanoTime, new SplittableRandom(1));
    }
}
