package dev.gale.bench.harness;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The command line of {@code ./bench.sh}.
 *
 * @param benchmark what is measured
 * @param workloads the ones asked for by name, or empty
 * @param peers the ones asked for by name, or empty; see {@code peersNamed}
 * @param peersNamed whether peers were asked for; then an empty list means none
 */
record CampaignArguments(
        Benchmark benchmark, List<Scenario> workloads, List<String> peers, boolean peersNamed, boolean quick) {
    private static final String USAGE =
            "usage: ./bench.sh dataflow|transport [--workloads W1,W2] [--peers storm,flink,jet|none] [--quick];"
                    + " for the other benchmarks see ./bench.sh --help";
    private static final String NO_PEERS = "none";

    CampaignArguments {
        workloads = List.copyOf(workloads);
        peers = List.copyOf(peers);
    }

    /**
     * @throws IllegalArgumentException with one line for the user
     */
    static CampaignArguments parse(List<String> words) {
        if (words.isEmpty()) {
            throw new IllegalArgumentException(USAGE);
        }
        Benchmark benchmark = Benchmark.labelled(words.get(0))
                .orElseThrow(() -> new IllegalArgumentException("unknown benchmark '" + words.get(0) + "'; " + USAGE));
        List<Scenario> workloads = List.of();
        List<String> peers = List.of();
        boolean peersNamed = false;
        boolean quick = false;
        for (int i = 1; i < words.size(); i++) {
            switch (words.get(i)) {
                case "--workloads" -> workloads = workloads(benchmark, value(words, i++));
                case "--peers" -> {
                    peers = peers(benchmark, value(words, i++));
                    peersNamed = true;
                }
                case "--quick" -> quick = true;
                default -> throw new IllegalArgumentException("unknown option '" + words.get(i) + "'; " + USAGE);
            }
        }
        return new CampaignArguments(benchmark, workloads, peersNamed ? peers : benchmark.peers(), peersNamed, quick);
    }

    boolean includes(Engine engine) {
        return engine.isOurs() || peers.contains(engine.name());
    }

    private static String value(List<String> words, int option) {
        if (option + 1 == words.size()) {
            throw new IllegalArgumentException(words.get(option) + " needs a value; " + USAGE);
        }
        return words.get(option + 1);
    }

    private static List<Scenario> workloads(Benchmark benchmark, String value) {
        List<Scenario> workloads = new ArrayList<>();
        for (String label : value.split(",", -1)) {
            workloads.add(Scenario.labelled(label)
                    .filter(benchmark::has)
                    .orElseThrow(() -> new IllegalArgumentException(
                            "unknown workload '" + label + "'; there are: " + labels(benchmark))));
        }
        return workloads.stream().distinct().toList();
    }

    private static List<String> peers(Benchmark benchmark, String value) {
        if (value.equals(NO_PEERS)) {
            return List.of();
        }
        List<String> peers = List.of(value.split(",", -1));
        for (String peer : peers) {
            if (!benchmark.peers().contains(peer)) {
                throw new IllegalArgumentException("unknown peer '" + peer + "'; there are: "
                        + String.join(", ", benchmark.peers()) + ", or none");
            }
        }
        return peers.stream().distinct().toList();
    }

    private static String labels(Benchmark benchmark) {
        return benchmark.scenarios().stream().map(Scenario::label).collect(Collectors.joining(", "));
    }
}
