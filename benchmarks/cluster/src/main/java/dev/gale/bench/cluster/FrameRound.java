package dev.gale.bench.cluster;

import dev.gale.bench.harness.RoundFigures;
import dev.gale.runtime.plugin.Plugins;
import dev.gale.spi.plugin.CompanionServiceFactory;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One path, with two new processes, through everything that is measured; and with a companion of the transport, if it has one. */
final class FrameRound {
    private static final long PATIENCE_SECONDS = 30;

    private FrameRound() {}

    /**
     * @param scratch for the companion
     * @param logs where the processes' logs go
     * @param into gets the figures when all were measured
     */
    static void run(FramePath path, FrameScale scale, Path scratch, Path logs, RoundFigures into) throws IOException {
        if (!hasCompanion(path)) {
            measure(path, scale, null, logs, into);
            return;
        }
        Path log = logs.resolve("frames-" + path.label() + "-companion.log");
        try (CompanionProcess companion = CompanionProcess.start(path.transport(), scratch.resolve("companion"), log)) {
            measure(path, scale, companion, logs, into);
        }
    }

    private static void measure(
            FramePath path, FrameScale scale, @Nullable CompanionProcess companion, Path logs, RoundFigures into)
            throws IOException {
        List<Process> processes = new ArrayList<>();
        try {
            List<Long> others = new ArrayList<>();
            Map<String, String> section = new TreeMap<>();
            if (companion != null) {
                others.add(companion.pid());
                section.putAll(companion.clientSection());
            }
            Process receiver = start(FrameEnd.RECEIVER, path, scale, List.of(), section, logs);
            processes.add(receiver);
            others.add(receiver.pid());
            Process sender = start(FrameEnd.SENDER, path, scale, others, section, logs);
            processes.add(sender);
            BufferedReader fromSender = sender.inputReader();
            String senderAddress = address(fromSender);
            tell(sender, address(receiver.inputReader()));
            tell(receiver, senderAddress);
            Map<String, Map<String, Double>> measured = new LinkedHashMap<>();
            for (String line = fromSender.readLine(); line != null; line = fromSender.readLine()) {
                if (line.startsWith(FrameEnd.FIGURES)) {
                    String[] words = line.substring(FrameEnd.FIGURES.length()).split(" ");
                    measured.put(words[0], figures(List.of(words).subList(1, words.length)));
                }
            }
            if (measured.size() != FrameEnd.WORKLOADS || !hasEndedWell(sender)) {
                throw new IOException("the sender has failed after " + measured.keySet() + "; see " + logs);
            }
            measured.forEach((workload, figures) ->
                    into.add(workload, path.label(), figures.containsKey("rate") ? "frames/s" : "us", figures));
        } finally {
            for (Process process : processes) {
                Jvm.end(process, PATIENCE_SECONDS, TimeUnit.SECONDS);
            }
        }
    }

    private static boolean hasCompanion(FramePath path) {
        return Plugins.here()
                .names(CompanionServiceFactory.class, "companion", CompanionServiceFactory::name)
                .contains(path.transport());
    }

    private static Process start(
            String end, FramePath path, FrameScale scale, List<Long> others, Map<String, String> section, Path logs)
            throws IOException {
        List<String> words = new ArrayList<>(List.of(end, path.label()));
        words.addAll(scale.words());
        words.add(
                others.isEmpty()
                        ? FrameEnd.NONE
                        : String.join(",", others.stream().map(String::valueOf).toList()));
        section.forEach((key, value) -> words.add(key + "=" + value));
        return Jvm.start(
                logs.resolve("frames-" + path.label() + "-" + end + ".log"),
                FrameEnd.class,
                words.toArray(String[]::new));
    }

    private static String address(BufferedReader lines) throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith(FrameEnd.ADDRESS)) {
                return line.substring(FrameEnd.ADDRESS.length());
            }
        }
        throw new IOException("an end did not say where it listens");
    }

    private static void tell(Process process, String line) {
        new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8).println(line);
    }

    private static Map<String, Double> figures(List<String> words) {
        Map<String, Double> figures = new LinkedHashMap<>();
        for (String word : words) {
            String[] parts = word.split("=", 2);
            figures.put(parts[0], Double.valueOf(parts[1]));
        }
        return figures;
    }

    private static boolean hasEndedWell(Process process) {
        try {
            return process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
