package dev.gale.bench.harness;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which processes a campaign runs, in order. Engines take turns within a round and a workload's rounds follow each
 * other, so that what the machine does meanwhile falls on all engines of a pair alike.
 *
 * @param budget the whole campaign ends within it, measured from the start of the command
 * @param leftOut what a reader might expect and this plan does not measure
 */
record Plan(List<Run> runs, int rounds, Duration budget, List<String> leftOut) {
    /** One process. */
    record Run(Engine engine, int round, RunnerArguments arguments) {}

    private static final Duration FULL_BUDGET = Duration.ofMinutes(39);
    private static final Duration QUICK_BUDGET = Duration.ofSeconds(285);

    /** What of the quick budget is left when everything is built. */
    private static final Duration QUICK_MEASURING = Duration.ofSeconds(240);

    /** A process from its start to its first tuple, and to its end: the slowest engine on two cores. */
    private static final Duration START_AND_STOP = Duration.ofSeconds(6);

    /** The same with a control plane and worker processes. */
    private static final Duration START_AND_STOP_SPREAD = Duration.ofSeconds(20);

    private static final List<Scenario> OF_QUICK =
            List.of(Scenario.W1, Scenario.W2, Scenario.W3_ACKED, Scenario.W4_ACKED, Scenario.W5);

    /** How long each process measures. */
    private record Shape(int rounds, Duration warmup, int windows, int pacedWindows, Duration window) {
        RunnerArguments of(Scenario scenario, Variant variant) {
            return new RunnerArguments(scenario, variant, warmup, scenario.paced() ? pacedWindows : windows, window);
        }
    }

    /** Latency tails need more windows than medians of throughput do: nine for W5. */
    private static final Shape FULL = new Shape(3, Duration.ofSeconds(5), 1, 3, Duration.ofSeconds(7));

    private static final Shape QUICK = new Shape(2, Duration.ofSeconds(3), 2, 2, Duration.ofSeconds(2));
    private static final Shape QUICKEST = new Shape(1, Duration.ofSeconds(3), 3, 3, Duration.ofSeconds(2));

    Plan {
        runs = List.copyOf(runs);
        leftOut = List.copyOf(leftOut);
    }

    static Plan of(CampaignArguments arguments, List<Engine> engines) {
        if (!arguments.quick()) {
            return plan(arguments, engines, FULL, FULL_BUDGET);
        }
        Plan quick = plan(arguments, engines, QUICK, QUICK_BUDGET);
        return quick.expected().compareTo(QUICK_MEASURING) <= 0
                ? quick
                : plan(arguments, engines, QUICKEST, QUICK_BUDGET);
    }

    private static Plan plan(CampaignArguments arguments, List<Engine> engines, Shape shape, Duration budget) {
        List<Run> runs = new ArrayList<>();
        for (List<Scenario> workload : workloads(arguments)) {
            for (int round = 1; round <= shape.rounds(); round++) {
                for (Engine engine : engines) {
                    for (Scenario scenario : workload) {
                        if (engine.runs(scenario, !arguments.workloads().isEmpty()) && takesPart(engine, arguments)) {
                            for (Variant variant : variants(engine, arguments)) {
                                runs.add(new Run(engine, round, shape.of(scenario, variant)));
                            }
                        }
                    }
                }
            }
        }
        return new Plan(runs, shape.rounds(), budget, leftOut(arguments, shape));
    }

    /** What is measured in turn: a scenario alone, or between processes all that peers call the same. */
    private static Collection<List<Scenario>> workloads(CampaignArguments arguments) {
        Map<Scenario, List<Scenario>> workloads = new LinkedHashMap<>();
        for (Scenario scenario : scenarios(arguments)) {
            Scenario key = scenario.spread() ? scenario.ofPeers() : scenario;
            workloads.computeIfAbsent(key, first -> new ArrayList<>()).add(scenario);
        }
        return workloads.values();
    }

    private static List<Scenario> scenarios(CampaignArguments arguments) {
        if (!arguments.workloads().isEmpty()) {
            Set<Scenario> named = EnumSet.noneOf(Scenario.class);
            arguments.workloads().forEach(scenario -> named.add(scenario.ofPeers()));
            return arguments.benchmark() == Benchmark.DATAFLOW
                    ? arguments.workloads()
                    : arguments.benchmark().scenarios().stream()
                            .filter(scenario -> named.contains(scenario.ofPeers()))
                            .toList();
        }
        return arguments.quick() && arguments.benchmark() == Benchmark.DATAFLOW
                ? OF_QUICK
                : arguments.benchmark().scenarios();
    }

    private static boolean takesPart(Engine engine, CampaignArguments arguments) {
        boolean byDefault =
                !arguments.quick() || arguments.peersNamed() || engine.name().equals("storm");
        return engine.isOurs() || (byDefault && arguments.includes(engine));
    }

    private static List<Variant> variants(Engine engine, CampaignArguments arguments) {
        return arguments.quick() && engine.variants().contains(Variant.TUNED) && !engine.isOurs()
                ? List.of(Variant.TUNED)
                : engine.variants();
    }

    private static List<String> leftOut(CampaignArguments arguments, Shape shape) {
        List<String> leftOut = new ArrayList<>();
        boolean dataflow = arguments.benchmark() == Benchmark.DATAFLOW;
        if (arguments.quick()) {
            leftOut.add("Storm's default variant");
            if (!arguments.peersNamed() && dataflow) {
                leftOut.add("Flink and Jet");
            }
            if (arguments.workloads().isEmpty() && dataflow) {
                leftOut.add("W2-dedicated, W3, W4, W4-acked-p2");
            }
            leftOut.add(String.format(
                    "windows of %d s in place of 7 s, %d round(s) in place of 3",
                    shape.window().toSeconds(), shape.rounds()));
        } else if (arguments.workloads().isEmpty()
                && arguments.peers().stream().anyMatch(peer -> !peer.equals("storm"))) {
            leftOut.add("W3 and W4 without acks on Flink and Jet (name them with --workloads)");
        }
        return leftOut;
    }

    /** How long the processes take when all goes well. */
    Duration expected() {
        return runs.stream()
                .map(run -> run.arguments()
                        .measuring()
                        .plus(run.arguments().scenario().spread() ? START_AND_STOP_SPREAD : START_AND_STOP))
                .reduce(Duration.ZERO, Duration::plus);
    }
}
