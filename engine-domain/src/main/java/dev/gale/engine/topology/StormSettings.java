package dev.gale.engine.topology;

import java.util.List;

/** Storm's settings of topologies that have no use here, so that authors who come from Storm are told so and not offered a guess. */
final class StormSettings {
    private static final List<String> KEYS = List.of(
            "topology.acker.cpu.pcore.percent",
            "topology.acker.resources.onheap.memory.mb",
            "topology.acker.resources.offheap.memory.mb",
            "topology.auto.task.hooks",
            "topology.batch.flush.interval.millis",
            "topology.blobstore.map",
            "topology.builtin.metrics.bucket.size.secs",
            "topology.classpath",
            "topology.classpath.beginning",
            "topology.environment",
            "topology.error.throttle.interval.secs",
            "topology.eventlogger.executors",
            "topology.eventlogger.rotation.policy",
            "topology.eventlogger.rotation.size.mb",
            "topology.executor.send.buffer.size",
            "topology.fall.back.on.java.serialization",
            "topology.flush.tuple.freq.millis",
            "topology.isolate.machines",
            "topology.kryo.decorators",
            "topology.kryo.factory",
            "topology.max.error.report.per.interval",
            "topology.max.replication.wait.time.sec",
            "topology.min.replication.count",
            "topology.multilang.serializer",
            "topology.optimize",
            "topology.priority",
            "topology.receiver.buffer.size",
            "topology.serialized.message.size.metrics",
            "topology.shellbolt.max.pending",
            "topology.skip.missing.kryo.registrations",
            "topology.sleep.spout.wait.strategy.time.ms",
            "topology.spout.wait.strategy",
            "topology.stats.ewma.enable",
            "topology.stats.sample.rate",
            "topology.subprocess.timeout.secs",
            "topology.testing.always.try.serialize",
            "topology.transactional.id",
            "topology.transfer.batch.size",
            "topology.transfer.buffer.size",
            "topology.tuple.serializer",
            "topology.visualization",
            "topology.worker.shared.thread.pool.size",
            "topology.worker.timeout.secs");

    private static final List<String> PREFIXES = List.of(
            "topology.backpressure.",
            "topology.bolt.wait.",
            "topology.bolts.",
            "topology.component.",
            "topology.disruptor.",
            "topology.metrics.",
            "topology.ras.",
            "topology.scheduler.",
            "topology.spout.wait.",
            "topology.state.",
            "topology.trident.");

    private StormSettings() {}

    static boolean contains(String key) {
        return KEYS.contains(key) || PREFIXES.stream().anyMatch(key::startsWith);
    }
}
