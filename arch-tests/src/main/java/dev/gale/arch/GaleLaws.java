package dev.gale.arch;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Every law that holds inside Gale itself. */
public final class GaleLaws {
    /** The base of Gale's own packages. */
    public static final String GALE = "dev.gale";

    /** The adapters by the last part of their package, each with the packages of its one client library. */
    private static final Map<String, String[]> ADAPTERS = new TreeMap<>(Map.of(
            "memory", new String[0],
            "zookeeper", new String[] {"org.apache.curator..", "org.apache.zookeeper.."},
            // The stubs of jetcd are gRPC's, and gRPC here is Netty's; of the latter only who owns the threads.
            "etcd",
                    new String[] {
                        "io.etcd.jetcd..",
                        "io.grpc..",
                        "com.google.protobuf..",
                        "io.netty.channel..",
                        "io.netty.util.concurrent.."
                    },
            "netty", new String[] {"io.netty.."},
            "aeron", new String[] {"io.aeron..", "org.agrona.."},
            "localfile", new String[] {"net.openhft.."}));

    private GaleLaws() {}

    /** All laws for a tree whose packages are laid out as Gale's are, under {@code base}. */
    public static List<Law> of(String base) {
        List<Law> laws = new ArrayList<>(DependencyLaws.of(base));
        laws.addAll(PurityLaws.of("engine-domain", base + ".engine..", base + ".api.."));
        laws.addAll(PurityLaws.of("spi", base + ".spi.."));
        laws.addAll(DomainLines.of(base));
        ADAPTERS.forEach((name, client) -> laws.addAll(AdapterLaws.under(base, base + ".adapter." + name, client)));
        laws.add(backendsStayInTheirAdapters(base));
        laws.addAll(PromisedPackages.lawsOf(base));
        laws.addAll(SafetyLaws.of(base));
        laws.addAll(StyleLaws.of(base));
        return List.copyOf(laws);
    }

    /** Of every module, those that no law names too: the distribution, the testkit, the HTTP API. */
    private static Law backendsStayInTheirAdapters(String base) {
        String[] rooms = ADAPTERS.keySet().stream()
                .map(name -> base + ".adapter." + name + "..")
                .toArray(String[]::new);
        String[] clients =
                ADAPTERS.values().stream().flatMap(Stream::of).distinct().toArray(String[]::new);
        return Law.of(
                "backends-stay-in-their-adapters",
                noClasses()
                        .that()
                        .resideInAPackage(base + "..")
                        .and()
                        .resideOutsideOfPackages(Stream.concat(Stream.of(rooms), Stream.of(base + ".bench.."))
                                .toArray(String[]::new))
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(clients)
                        .as("no class outside of an adapter depends on the client library of a backend")
                        .because("a backend is swapped by configuration, so nobody else may know which one it is"),
                base + "..");
    }
}
