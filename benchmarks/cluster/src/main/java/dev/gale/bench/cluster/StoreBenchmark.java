package dev.gale.bench.cluster;

import dev.gale.bench.harness.RoundFigures;
import dev.gale.runtime.plugin.Plugins;
import dev.gale.spi.metadata.MetadataStoreFactory;
import dev.gale.spi.plugin.CompanionServiceFactory;
import dev.gale.spi.plugin.EngineException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Metadata stores under what a cluster of 250 supervisors and 1,000 workers writes: a real nimbus, real records and real clients over
 * a real server on loopback, in a process of its own; hosts and workers are sham. Stores take turns in each round. Status 0 when all
 * was measured, 1 when a round failed, 2 for a bad argument or a store that is not installed.
 */
public final class StoreBenchmark {
    private static final int FAILED = 1;
    private static final int BAD_ARGUMENT = 2;

    /** Seconds that {@code bench.sh} used before this JVM started. */
    private static final long SPENT_SECONDS = Long.getLong("gale.bench.spentSeconds", 0);

    private static final double NANOS_PER_SECOND = 1e9;

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
        System.exit(run(stores, arguments.quick() ? StoreScale.QUICK : StoreScale.FULL));
    }

    private static int run(List<String> stores, StoreScale scale) throws IOException {
        Path root = Path.of("").toAbsolutePath();
        RoundFigures figures = new RoundFigures("store");
        List<String> problems = new ArrayList<>();
        Budget budget = new Budget(scale.budget(), Duration.ofSeconds(SPENT_SECONDS));
        long begin = System.nanoTime();
        for (int round = 1; round <= scale.rounds(); round++) {
            for (String store : stores) {
                if (!budget.allows(System.nanoTime() - begin)) {
                    problems.add(store + ", round " + round + ": left out, since the time ran out");
                    continue;
                }
                System.out.printf(Locale.ROOT, "%s, round %d of %d: ", store, round, scale.rounds());
                System.out.flush();
                long start = System.nanoTime();
                Path scratch = Files.createTempDirectory("gale-bench-store");
                Path log = root.resolve("benchmarks/target/logs/store-" + store + "-" + round + ".log");
                try {
                    StoreRound.run(store, scale, scratch, log, figures);
                    System.out.printf(Locale.ROOT, "%.0f s%n", (System.nanoTime() - start) / NANOS_PER_SECOND);
                } catch (IOException | RuntimeException e) {
                    System.out.println("FAILED, " + e.getMessage());
                    problems.add(store + ", round " + round + ": " + e.getMessage());
                } finally {
                    budget.took(System.nanoTime() - start);
                    Scratch.delete(scratch);
                }
            }
        }
        System.out.println();
        figures.print(System.out);
        problems.forEach(problem -> System.out.println("problem: " + problem));
        System.out.println("written to " + root.relativize(figures.write(root, "store")));
        return problems.isEmpty() ? 0 : FAILED;
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
