package dev.gale.distribution.daemon;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a cluster under test stands on; all that differs between pairs is what {@link #keys} says.
 *
 * @param store as in {@code metadata.store}
 * @param transport as in {@code transport}
 */
record Backends(String store, String transport) {
    /** Every pair that profiles are made of. */
    static final List<Backends> ALL = List.of(
            new Backends("zookeeper", "netty"),
            new Backends("etcd", "netty"),
            new Backends("zookeeper", "aeron"),
            new Backends("etcd", "aeron"));

    /** The pair that {@code -Dgale.test.backends=etcd-netty} asks for, zookeeper and netty otherwise. */
    static Backends chosen() {
        return of(System.getProperty("gale.test.backends", "zookeeper-netty"));
    }

    static Backends of(String pair) {
        return ALL.stream()
                .filter(backends -> backends.toString().equals(pair))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no pair " + pair + " but " + ALL));
    }

    /** @param stores where the servers of the store are, as {@code host:port} */
    Map<String, Object> keys(List<String> stores) {
        Map<String, Object> keys = new TreeMap<>();
        keys.put("metadata.store", store);
        keys.put("transport", transport);
        keys.put(store + (store.equals("etcd") ? ".endpoints" : ".connect"), String.join(",", stores));
        keys.put(store + ".session-timeout", "4s");
        return keys;
    }

    @Override
    public String toString() {
        return store + "-" + transport;
    }
}
