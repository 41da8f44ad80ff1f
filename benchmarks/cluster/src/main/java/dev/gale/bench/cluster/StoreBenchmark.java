package dev.gale.bench.cluster;

import dev.gale.bench.harness.RoundFigures;
import dev.gale.runtime.plugin.Plugins;
import dev.gale.spi.metadata.MetadataStoreFactory;
import dev.gale.spi.plugin.CompanionServiceFactory;
import dev.gale.spi.plugin.EngineException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * Metadata stores under what a cluster of 250 supervisors and 1,000 workers writes: a real nimbus, real records and real clients over
 * a real server on loopback, in a process of its own; hosts and workers are sham. Stores take turns in each round. Status 0 when all
 * was measured, 1 when a round failed, 2 for a bad argument or a store that is not installed.
 */
public final class StoreBenchmark {
    private static final int BAD_ARGUMENT = 2;

    private StoreBenchmark() {}

    public static void main(String[] args) throws IOException {
        StoreArguments arguments;
        List<String> stores;
        try {
            arguments = StoreArguments.parse(List.of(args));
            stores = arguments.stores().isEmpty() ? installed() : arguments.stores();
            stores.forEach(StoreBenchmark::requireInstalled);
        } catch (IllegalArgumentException | EngineException e) {
            System.err.println("bench.sh: " + e.getMessage());
            System.exit(BAD_ARGUMENT);
            return;
        }
        StoreScale scale = arguments.quick() ? StoreScale.QUICK : StoreScale.FULL;
        RoundFigures figures = new RoundFigures("store");
        Path logs = Path.of("benchmarks/target/logs").toAbsolutePath();
        System.exit(Turns.of("store", scale.rounds(), scale.budget())
                .run(
                        stores,
                        (store, round, scratch) -> StoreRound.run(
                                store, scale, scratch, logs.resolve("store-" + store + "-" + round + ".log"), figures),
                        figures));
    }

    /** Those that have a server which can be started here. */
    private static List<String> installed() {
        Set<String> installed =
                Plugins.here().names(MetadataStoreFactory.class, "metadata.store", MetadataStoreFactory::name);
        installed.retainAll(
                Plugins.here().names(CompanionServiceFactory.class, "companion", CompanionServiceFactory::name));
        return List.copyOf(installed);
    }

    private static void requireInstalled(String store) {
        StoreClients.factory(store);
        Plugins.here()
                .find(CompanionServiceFactory.class, "the server of a store", store, CompanionServiceFactory::name);
    }
}
