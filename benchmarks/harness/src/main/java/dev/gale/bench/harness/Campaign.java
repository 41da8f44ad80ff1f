package dev.gale.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Runs Gale and its peers in turn and compares them; what {@code ./bench.sh} starts. Status 0 if all that was planned
 * was measured, 1 if a run failed or the time ran out, 2 for a bad argument.
 */
public final class Campaign {
    private static final int FAILED = 1;
    private static final int BAD_ARGUMENT = 2;
    private static final String CHECK_ONLY = "--check";

    /** Seconds that {@code bench.sh} used before this JVM started. */
    private static final long SPENT_SECONDS = Long.getLong("gale.bench.spentSeconds", 0);

    /** What an engine may take beyond its measuring before it counts as hung. */
    private static final Duration SLACK = Duration.ofSeconds(60);

    private static final Duration SPREAD_SLACK = Duration.ofSeconds(130);

    private record Key(Scenario scenario, Engine engine, Variant variant) {}

    private final Path root;
    private final Benchmark benchmark;
    private final Plan plan;
    private final long deadlineNanos;
    private final Map<Key, List<Window>> measured = new LinkedHashMap<>();
    private final List<String> problems = new ArrayList<>();

    private Campaign(Path root, Benchmark benchmark, Plan plan) {
        this.root = root;
        this.benchmark = benchmark;
        this.plan = plan;
        this.deadlineNanos =
                System.nanoTime() + plan.budget().minusSeconds(SPENT_SECONDS).toNanos();
    }

    /**
     * With {@code --check} as the first argument only says, one a line, which peers the rest asks for, so that the
     * script builds no others.
     */
    public static void main(String[] args) throws IOException {
        List<String> words = List.of(args);
        boolean checkOnly = !words.isEmpty() && words.get(0).equals(CHECK_ONLY);
        CampaignArguments arguments;
        try {
            arguments = CampaignArguments.parse(checkOnly ? words.subList(1, words.size()) : words);
        } catch (IllegalArgumentException e) {
            System.err.println("bench.sh: " + e.getMessage());
            System.exit(BAD_ARGUMENT);
            return;
        }
        Path root = Path.of("").toAbsolutePath();
        if (checkOnly) {
            Plan.of(arguments, arguments.benchmark().engines(root)).runs().stream()
                    .map(Plan.Run::engine)
                    .filter(engine -> !engine.isOurs())
                    .map(Engine::name)
                    .distinct()
                    .forEach(System.out::println);
            return;
        }
        List<Engine> engines;
        try {
            engines = built(root, arguments);
        } catch (IllegalArgumentException e) {
            System.err.println("bench.sh: " + e.getMessage());
            System.exit(BAD_ARGUMENT);
            return;
        }
        try {
            System.exit(new Campaign(root, arguments.benchmark(), Plan.of(arguments, engines)).run());
        } catch (InterruptedException e) {
            System.out.println("ended before all was measured; nothing written");
        }
    }

    /** @throws IllegalArgumentException with one line for the user, if it asks for what is not there */
    private static List<Engine> built(Path root, CampaignArguments arguments) throws IOException {
        List<Engine> built = new ArrayList<>();
        for (Engine engine : arguments.benchmark().engines(root)) {
            if (engine.isBuilt()) {
                Set<Scenario> lacking = engine.lacking(engine.classPath());
                arguments.workloads().stream()
                        .filter(lacking::contains)
                        .findFirst()
                        .ifPresent(scenario -> {
                            throw new IllegalArgumentException(scenario.label() + " needs gale-adapter-"
                                    + scenario.transport() + ", which is not installed");
                        });
                lacking.forEach(scenario -> System.out.println(
                        "going on without " + scenario.label() + ", which needs gale-adapter-" + scenario.transport()));
                built.add(engine.without(lacking));
            } else if (arguments.includes(engine)) {
                System.out.println(engine.name() + ": " + engine.mainClass() + " is not built; going on without it");
            }
        }
        return built;
    }

    private int run() throws IOException, InterruptedException {
        announce();
        EngineProcess process =
                new EngineProcess(root.resolve("benchmarks/target/scratch"), root.resolve("benchmarks/target/logs"));
        int number = 0;
        for (Plan.Run run : plan.runs()) {
            number++;
            Duration left = Duration.ofNanos(deadlineNanos - System.nanoTime());
            if (left.compareTo(run.arguments().measuring()) < 0) {
                problems.add("out of time: the last " + (plan.runs().size() - number + 1) + " of "
                        + plan.runs().size() + " runs were left out");
                break;
            }
            measure(process, run, number, left);
        }
        return conclude();
    }

    private void announce() {
        System.out.printf(
                Locale.ROOT,
                "%d runs in %d round(s), about %d min%n",
                plan.runs().size(),
                plan.rounds(),
                plan.expected().plusSeconds(59).toMinutes());
        plan.leftOut().forEach(what -> System.out.println("left out: " + what));
        double load = Machine.loadAverage();
        if (load > Machine.processors() / 2.0) {
            System.out.printf(
                    Locale.ROOT,
                    "load average %.1f on %d cores: other work spoils figures%n",
                    load,
                    Machine.processors());
        }
    }

    private void measure(EngineProcess process, Plan.Run run, int number, Duration left) throws InterruptedException {
        RunnerArguments arguments = run.arguments();
        System.out.printf(
                Locale.ROOT,
                "[%d/%d] %s %s %s, round %d: ",
                number,
                plan.runs().size(),
                arguments.scenario().label(),
                run.engine().name(),
                arguments.variant().label(),
                run.round());
        System.out.flush();
        Duration patience = arguments.measuring().plus(arguments.scenario().spread() ? SPREAD_SLACK : SLACK);
        try {
            List<Window> windows = process.windows(run, left.compareTo(patience) < 0 ? left : patience);
            measured.computeIfAbsent(
                            new Key(arguments.scenario(), run.engine(), arguments.variant()), key -> new ArrayList<>())
                    .addAll(windows);
            System.out.println(brief(windows));
        } catch (IOException e) {
            System.out.println("FAILED, " + e.getMessage());
            problems.add(arguments.scenario().label() + " " + run.engine().name() + " "
                    + arguments.variant().label() + ", round " + run.round() + ": " + e.getMessage());
        }
    }

    private static String brief(List<Window> windows) {
        StringBuilder text = new StringBuilder();
        for (Window window : windows) {
            text.append(text.isEmpty() ? "" : ", ").append(String.format(Locale.ROOT, "%,.0f/s", window.throughput()));
            if (window.p50() != null && window.p99() != null) {
                text.append(String.format(Locale.ROOT, " (p50 %.0f us, p99 %.0f us)", window.p50(), window.p99()));
            }
        }
        return text.toString();
    }

    private int conclude() throws IOException {
        List<Result> results = measured.entrySet().stream()
                .map(entry -> new Result(
                        entry.getKey().scenario(),
                        entry.getKey().engine().name(),
                        entry.getKey().variant(),
                        entry.getValue()))
                .toList();
        Path file = root.resolve("benchmarks/target/results").resolve(benchmark.label() + ".json");
        Files.createDirectories(file.getParent());
        Files.writeString(
                file,
                Json.document(
                        Machine.description(root),
                        "results",
                        results.stream().map(Result::fields).toList()));
        System.out.println();
        System.out.print(Report.of(results));
        plan.leftOut().forEach(what -> System.out.println("left out: " + what));
        problems.forEach(problem -> System.out.println("problem: " + problem));
        System.out.println("written to " + root.relativize(file));
        return problems.isEmpty() ? 0 : FAILED;
    }
}
