package dev.gale.arch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.gale.adapter.aeron.AeronTransportFactory;
import dev.gale.adapter.etcd.EtcdMetadataStoreFactory;
import dev.gale.adapter.localfile.LocalFileHeartbeatsFactory;
import dev.gale.adapter.memory.MemoryTransportFactory;
import dev.gale.adapter.netty.NettyTransportFactory;
import dev.gale.adapter.zookeeper.ZookeeperMetadataStoreFactory;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Each rule is broken by a small sample, and the report says in a sentence what and why. */
class PluginRulesTest {
    private static final String BAD = dev.gale.arch.sample.plugin.bad.BeatsFactory.class.getPackageName();

    /** What the report of each rule contains: its sentence with the reason, and the places. */
    private static final Map<String, List<String>> REPORTS = new TreeMap<>(Map.of(
            "plugin-sees-spi-and-its-client",
            List.of(
                    "a plugin depends on spi, slf4j and its one client library alone, because an adapter that knows"
                            + " the engine or another adapter cannot be swapped",
                    BAD + ".UsesAnotherLibrary.type"),
            "plugin-is-one-package",
            List.of(
                    "a plugin is one package, because package-private is then enough to hide everything but the factory",
                    BAD + ".inner.Inner"),
            "plugin-shows-its-factories-only",
            List.of(
                    "the public classes of a plugin are the factories of its ports, and what these say they open, because an"
                            + " adapter is reached through its port; any other public class is a promise nobody asked for",
                    BAD + ".ForEverybody"),
            "plugin-sees-no-engine",
            List.of(
                    "a plugin uses no class of the engine, because a plugin's class loader does not see one: it would be"
                            + " missing when it is needed",
                    BAD + ".SeesTheEngine.task"),
            "plugin-has-no-global-state",
            List.of(
                    "a plugin keeps nothing that changes in a static field, because several clusters live in one process,"
                            + " and what they share outlives close; keep it in the object that open returns",
                    "KeepsGlobalState.opened is static and not final",
                    "KeepsGlobalState.COUNT is static and of java.util.concurrent.atomic.AtomicLong, which is made to change",
                    "a new ConcurrentHashMap for everybody",
                    "KeepsGlobalState.HELD is static and made by ConcurrentHashMap.newKeySet, which does not say that nobody"
                            + " can change it; a constant is made by List.of, Set.copyOf, Map.ofEntries or"
                            + " Collections.unmodifiableList",
                    "KeepsGlobalState.SHARED is static and made by Collections.synchronizedMap and KeepsGlobalState.own,",
                    "KeepsGlobalState.UNITS is static and made by EnumSet.of,",
                    "KeepsGlobalState.NAMES is static and made by Arrays.asList,",
                    "KeepsGlobalState.COLLECTED is static and made by Collectors.toList and Stream.collect and Stream.of,",
                    "KeepsGlobalState.OWN is static and made by KeepsGlobalState.own,"),
            "plugin-does-not-end-the-process",
            List.of(
                    "a plugin does not end the process, because it is not the plugin's; to stop it throw EngineException of"
                            + " category FATAL, or give one to the context's onError",
                    "EndsTheProcess.politely()",
                    "EndsTheProcess.atOnce()",
                    "EndsTheProcess.later()",
                    "EndsTheProcess.laterAtOnce("),
            "plugin-reads-no-objects",
            List.of(
                    "a plugin does not read Java's serialization, because reading it runs what the bytes say, whoever wrote"
                            + " them; write a format of your own",
                    "ReadsObjects.object(",
                    "ReadsObjects.later()")));

    @TestFactory
    Stream<DynamicTest> aPluginThatBreaksARuleIsToldWhy() {
        PluginRules rules = PluginRules.of(dev.gale.arch.sample.plugin.bad.BeatsFactory.class);
        return rules.laws().stream()
                .map(law -> DynamicTest.dynamicTest(law.name(), () -> {
                    AssertionError report =
                            catchThrowableOfType(AssertionError.class, () -> law.check(rules.classes()));

                    assertThat(report).as("the bad plugin passes").isNotNull();
                    assertThat(report.getMessage()).contains(REPORTS.get(law.name()));
                }));
    }

    @Test
    void everyRuleHasABadSample() {
        assertThat(PluginRules.laws(BAD)).extracting(Law::name).containsExactlyInAnyOrderElementsOf(REPORTS.keySet());
    }

    @TestFactory
    Stream<DynamicTest> aPluginThatKeepsTheRulesPasses() {
        return passes("good", PluginRules.of(dev.gale.arch.sample.plugin.good.BeatsFactory.class));
    }

    @TestFactory
    Stream<DynamicTest> ourOwnAdaptersKeepThem() {
        return Stream.of(
                        passes("memory", PluginRules.of(MemoryTransportFactory.class)),
                        passes("localfile", PluginRules.of(LocalFileHeartbeatsFactory.class, "net.openhft..")),
                        passes("aeron", PluginRules.of(AeronTransportFactory.class, "io.aeron..", "org.agrona..")),
                        passes(
                                "etcd",
                                PluginRules.of(
                                        EtcdMetadataStoreFactory.class,
                                        "io.etcd..",
                                        "io.grpc..",
                                        "io.netty.channel..",
                                        "io.netty.util.concurrent..",
                                        "com.google.protobuf..")),
                        passes("netty", PluginRules.of(NettyTransportFactory.class, "io.netty..")),
                        passes(
                                "zookeeper",
                                PluginRules.of(
                                        ZookeeperMetadataStoreFactory.class,
                                        "org.apache.curator..",
                                        "org.apache.zookeeper..")))
                .flatMap(tests -> tests);
    }

    private static Stream<DynamicTest> passes(String plugin, PluginRules rules) {
        return rules.laws().stream()
                .map(law -> DynamicTest.dynamicTest(
                        plugin + ": " + law.name(),
                        () -> assertThatCode(() -> law.check(rules.classes())).doesNotThrowAnyException()));
    }
}
