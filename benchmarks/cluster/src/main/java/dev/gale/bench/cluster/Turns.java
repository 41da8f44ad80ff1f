package dev.gale.bench.cluster;

import dev.gale.bench.harness.RoundFigures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Rounds in which several subjects are measured one after the other, so that what the machine does meanwhile falls on all alike. */
final class Turns {
    private static final int FAILED = 1;
    private static final double NANOS_PER_SECOND = 1e9;

    /** Seconds that {@code bench.sh} used before this JVM started. */
    private static final long SPENT_SECONDS = Long.getLong("gale.bench.spentSeconds", 0);

    /** Measures one subject once. */
    interface Turn {
        /** @param scratch an empty directory, which is deleted afterwards */
        void take(String subject, int round, Path scratch) throws IOException;
    }

    private final String benchmark;
    private final int rounds;
    private final Budget budget;

    private Turns(String benchmark, int rounds, Budget budget) {
        this.benchmark = benchmark;
        this.rounds = rounds;
        this.budget = budget;
    }

    static Turns of(String benchmark, int rounds, Duration budget) {
        return new Turns(benchmark, rounds, new Budget(budget, Duration.ofSeconds(SPENT_SECONDS)));
    }

    /**
     * Prints how it goes, and at the end the figures, which are written to a file as well.
     *
     * @return the status to exit with: 1 if a turn failed or there was no time for it
     */
    int run(List<String> subjects, Turn turn, RoundFigures figures) throws IOException {
        Path root = Path.of("").toAbsolutePath();
        List<String> problems = new ArrayList<>();
        long begin = System.nanoTime();
        for (int round = 1; round <= rounds; round++) {
            for (String subject : subjects) {
                if (!budget.allows(System.nanoTime() - begin)) {
                    problems.add(subject + ", round " + round + ": left out, since the time ran out");
                    continue;
                }
                System.out.printf(Locale.ROOT, "%s, round %d of %d: ", subject, round, rounds);
                System.out.flush();
                long start = System.nanoTime();
                Path scratch = Files.createTempDirectory("gale-bench-" + benchmark);
                try {
                    turn.take(subject, round, scratch);
                    System.out.printf(Locale.ROOT, "%.0f s%n", (System.nanoTime() - start) / NANOS_PER_SECOND);
                } catch (IOException | RuntimeException e) {
                    System.out.println("FAILED, " + e.getMessage());
                    problems.add(subject + ", round " + round + ": " + e.getMessage());
                } finally {
                    budget.took(System.nanoTime() - start);
                    Scratch.delete(scratch);
                }
            }
        }
        System.out.println();
        figures.print(System.out);
        problems.forEach(problem -> System.out.println("problem: " + problem));
        System.out.println("written to " + root.relativize(figures.write(root, benchmark)));
        return problems.isEmpty() ? 0 : FAILED;
    }
}
