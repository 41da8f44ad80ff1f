package dev.gale.runtime.config;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Keys of Storm that have another name here, for people who bring their file along. */
final class StormKeys {
    private static final Map<String, String> HERE = new TreeMap<>(Map.of(
            "storm.local.dir", "gale.local.dir",
            "storm.local.hostname", "gale.host",
            "storm.zookeeper.servers", "zookeeper.connect",
            "storm.zookeeper.root", "metadata.root",
            "storm.zookeeper.session.timeout", "zookeeper.session-timeout",
            "nimbus.host", "nimbus.seeds",
            "nimbus.thrift.port", "nimbus.api.port",
            "ui.port", "nimbus.api.port",
            "ui.host", "nimbus.api.bind"));

    private StormKeys() {}

    static Optional<String> here(String key) {
        return Optional.ofNullable(HERE.get(key));
    }
}
