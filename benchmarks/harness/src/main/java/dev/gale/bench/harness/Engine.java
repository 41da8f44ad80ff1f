package dev.gale.bench.harness;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * How to run an engine that is measured.
 *
 * @param module where it is built; {@code target/classpath.txt} there holds its dependencies
 * @param mainClass hands its arguments to {@link Runner#main}
 * @param jvmFlags beside the heap and the collector, which are the same for all
 * @param scenarios the ones it runs when none is asked for by name
 */
record Engine(
        String name,
        List<Variant> variants,
        Path module,
        String mainClass,
        List<String> jvmFlags,
        Set<Scenario> scenarios) {
    private static final Set<Scenario> OF_PEERS = oneProcessBut(Scenario.W2_DEDICATED);

    /** A run without acks says nothing new where acks are checkpoints, except in W1. */
    private static final Set<Scenario> WITH_CHECKPOINTS =
            oneProcessBut(Scenario.W2_DEDICATED, Scenario.W3, Scenario.W4);

    private static final List<String> STORM_FLAGS =
            opens("java.base/java.lang", "java.base/java.util", "java.base/java.nio", "java.base/sun.nio.ch");

    Engine {
        variants = List.copyOf(variants);
        jvmFlags = List.copyOf(jvmFlags);
        scenarios = Set.copyOf(scenarios);
    }

    /** Gale first, then the peers by the names that the command line knows. */
    static List<Engine> all(Path root) {
        Path peers = root.resolve("benchmarks/peers");
        return List.of(
                new Engine(
                        Comparison.OURS,
                        List.of(Variant.DEFAULT),
                        root.resolve("benchmarks"),
                        "dev.gale.bench.GaleRunner",
                        List.of(),
                        oneProcessBut()),
                new Engine(
                        "storm",
                        List.of(Variant.DEFAULT, Variant.TUNED),
                        peers.resolve("storm"),
                        "dev.gale.bench.storm.StormRunner",
                        STORM_FLAGS,
                        OF_PEERS),
                new Engine(
                        "flink",
                        List.of(Variant.TUNED),
                        peers.resolve("flink"),
                        "dev.gale.bench.flink.FlinkRunner",
                        opens(
                                "java.base/java.lang",
                                "java.base/java.util",
                                "java.base/java.nio",
                                "java.base/sun.nio.ch"),
                        WITH_CHECKPOINTS),
                new Engine(
                        "jet",
                        List.of(Variant.DEFAULT),
                        peers.resolve("jet"),
                        "dev.gale.bench.jet.JetRunner",
                        jetFlags(),
                        WITH_CHECKPOINTS));
    }

    /** Those with worker processes. What runs here is their control; the workers' heap and collector are the same. */
    static List<Engine> spread(Path root) {
        return List.of(
                new Engine(
                        Comparison.OURS,
                        List.of(Variant.DEFAULT),
                        root.resolve("benchmarks/cluster"),
                        "dev.gale.bench.cluster.ClusterRunner",
                        galeFlags(),
                        overTransports()),
                new Engine(
                        "storm",
                        List.of(Variant.DEFAULT, Variant.TUNED),
                        root.resolve("benchmarks/peers/storm"),
                        "dev.gale.bench.storm.SpreadRunner",
                        STORM_FLAGS,
                        EnumSet.of(Scenario.W6, Scenario.W6_ACKED)));
    }

    private static Set<Scenario> overTransports() {
        Set<Scenario> scenarios = EnumSet.allOf(Scenario.class);
        scenarios.removeIf(scenario -> scenario.transport().isEmpty());
        return scenarios;
    }

    private static Set<Scenario> oneProcessBut(Scenario... others) {
        Set<Scenario> scenarios = EnumSet.allOf(Scenario.class);
        scenarios.removeIf(Scenario::spread);
        scenarios.removeAll(List.of(others));
        return scenarios;
    }

    boolean isOurs() {
        return name.equals(Comparison.OURS);
    }

    /** @param askedFor by name: then also what says nothing new, but never what it cannot run */
    boolean runs(Scenario scenario, boolean askedFor) {
        return scenarios.contains(scenario) || (askedFor && scenario != Scenario.W2_DEDICATED && !scenario.spread());
    }

    /** Those of its scenarios whose transport is not on that class path. */
    Set<Scenario> lacking(String classPath) {
        Set<Scenario> lacking = EnumSet.noneOf(Scenario.class);
        for (Scenario scenario : scenarios) {
            if (!scenario.transport().isEmpty() && !classPath.contains("adapter-" + scenario.transport())) {
                lacking.add(scenario);
            }
        }
        return lacking;
    }

    Engine without(Set<Scenario> others) {
        Set<Scenario> left = new HashSet<>(scenarios);
        left.removeAll(others);
        return new Engine(name, variants, module, mainClass, jvmFlags, left);
    }

    boolean isBuilt() {
        return Files.exists(classPathFile()) && Files.exists(classes().resolve(mainClass.replace('.', '/') + ".class"));
    }

    String classPath() throws IOException {
        return classes()
                + File.pathSeparator
                + Files.readString(classPathFile()).strip();
    }

    private Path classes() {
        return module.resolve("target/classes");
    }

    private Path classPathFile() {
        return module.resolve("target/classpath.txt");
    }

    private static List<String> galeFlags() {
        List<String> flags = new ArrayList<>(
                opens("java.base/jdk.internal.misc", "java.base/java.nio", "java.base/java.lang.reflect"));
        flags.add("-Dlogback.configurationFile=dev/gale/distribution/daemon/daemon-logback.xml");
        flags.add("-Dgale.log.dir=log");
        return flags;
    }

    private static List<String> jetFlags() {
        return List.of(
                "--add-modules=java.se",
                "--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
                "--add-opens=java.management/sun.management=ALL-UNNAMED",
                "--add-opens=jdk.management/com.sun.management.internal=ALL-UNNAMED");
    }

    private static List<String> opens(String... packages) {
        return List.of(packages).stream()
                .map(name -> "--add-opens=" + name + "=ALL-UNNAMED")
                .toList();
    }
}
