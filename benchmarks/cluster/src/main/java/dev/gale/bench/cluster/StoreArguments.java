package dev.gale.bench.cluster;

import java.util.List;

/**
 * The command line of {@code ./bench.sh store}.
 *
 * @param stores by their names in configuration; empty: all that are installed with a server of their own
 */
record StoreArguments(List<String> stores, boolean quick) {
    private static final String USAGE = "usage: ./bench.sh store [--stores zookeeper,etcd] [--quick]";

    StoreArguments {
        stores = List.copyOf(stores);
    }

    /** @throws IllegalArgumentException with one line for the user */
    static StoreArguments parse(List<String> words) {
        List<String> stores = List.of();
        boolean quick = false;
        for (int i = 0; i < words.size(); i++) {
            switch (words.get(i)) {
                case "--quick" -> quick = true;
                case "--stores" -> stores = Names.after(words, i++, USAGE);
                default -> throw new IllegalArgumentException("unknown option '" + words.get(i) + "'; " + USAGE);
            }
        }
        return new StoreArguments(stores, quick);
    }
}
