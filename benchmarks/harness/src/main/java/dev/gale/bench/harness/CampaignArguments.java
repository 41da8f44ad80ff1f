package dev.gale.bench.harness;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The command line of {@code ./bench.sh}.
 *
 * @param workloads the ones asked for by name, or empty
 * @param peers the ones asked for by name, or empty; see {@code peersNamed}
 * @param peersNamed whether peers were asked for; then an empty list means none
 */
record CampaignArguments(List<Scenario> workloads, List<String> peers, boolean peersNamed, boolean quick) {
    static final List<String> PEERS = List.of("storm", "flink", "jet");

    private static final String USAGE =
            "usage: ./bench.sh dataflow [--workloads W1,W2] [--peers storm,flink,jet|none] [--quick]";
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
        switch (words.get(0)) {
            case "dataflow" -> {}
            case "transport", "store" ->
                throw new IllegalArgumentException("benchmark '" + words.get(0) + "' comes later; there is: dataflow");
            default -> throw new IllegalArgumentException("unknown benchmark '" + words.get(0) + "'; " + USAGE);
        }
        List<Scenario> workloads = List.of();
        List<String> peers = List.of();
        boolean peersNamed = false;
        boolean quick = false;
        for (int i = 1; i < words.size(); i++) {
            switch (words.get(i)) {
                case "--workloads" -> workloads = workloads(value(words, i++));
                case "--peers" -> {
                    peers = peers(value(words, i++));
                    peersNamed = true;
                }
                case "--quick" -> quick = true;
                default -> throw new IllegalArgumentException("unknown option '" + words.get(i) + "'; " + USAGE);
            }
        }
        return new CampaignArguments(workloads, peersNamed ? peers : PEERS, peersNamed, quick);
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

    private static List<Scenario> workloads(String value) {
        List<Scenario> workloads = new ArrayList<>();
        for (String label : value.split(",", -1)) {
            workloads.add(Scenario.labelled(label)
                    .orElseThrow(() ->
                            new IllegalArgumentException("unknown workload '" + label + "'; there are: " + labels())));
        }
        return workloads.stream().distinct().toList();
    }

    private static List<String> peers(String value) {
        if (value.equals(NO_PEERS)) {
            return List.of();
        }
        List<String> peers = List.of(value.split(",", -1));
        for (String peer : peers) {
            if (!PEERS.contains(peer)) {
                throw new IllegalArgumentException(
                        "unknown peer '" + peer + "'; there are: " + String.join(", ", PEERS) + ", or none");
            }
        }
        return peers.stream().distinct().toList();
    }

    private static String labels() {
        return Arrays.stream(Scenario.values()).map(Scenario::label).collect(Collectors.joining(", "));
    }
}
