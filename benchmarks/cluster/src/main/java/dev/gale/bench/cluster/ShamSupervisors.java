package dev.gale.bench.cluster;

import dev.gale.engine.cluster.SupervisorId;
import dev.gale.runtime.store.Keys;
import dev.gale.runtime.store.SupervisorFormat;
import dev.gale.runtime.store.SupervisorRecord;
import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.plugin.Bytes;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/** Records of supervisors, as session keys of the clients that stand for them. Nothing behind them starts a worker. */
final class ShamSupervisors {
    static final int SLOTS = 4;

    private static final int FIRST_PORT = 6_700;

    private final Keys keys;
    private final SupervisorFormat format = new SupervisorFormat();
    private int number;

    ShamSupervisors(Keys keys) {
        this.keys = keys;
    }

    /** Returns when they are in the store, and stay there for as long as the client is open. */
    void register(MetadataStore client, int supervisors) {
        List<CompletionStage<?>> written = new ArrayList<>();
        for (int i = 0; i < supervisors; i++) {
            SupervisorRecord record = record(number++);
            Bytes value = format.encode(record, null);
            written.add(client.commit(Commit.builder(UUID.randomUUID().toString())
                    .putForSession(keys.supervisor(record.id()), value)
                    .build()));
        }
        written.forEach(BenchCluster::answer);
    }

    private static SupervisorRecord record(int number) {
        List<Integer> ports = new ArrayList<>();
        for (int slot = 0; slot < SLOTS; slot++) {
            ports.add(FIRST_PORT + slot);
        }
        String host = String.format("host-%03d.rack-%02d.example.net", number, number / 20);
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        return new SupervisorRecord(new SupervisorId(host), host, ports, List.of(), now, now, 1, "bench");
    }
}
