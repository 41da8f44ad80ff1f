package dev.gale.arch;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The rules for a plugin, to be run in its own tests:
 *
 * <pre>{@code
 * @TestFactory
 * Stream<DynamicTest> theRules() {
 *     PluginRules rules = PluginRules.of(RedisStoreFactory.class, "redis.clients..");
 *     return rules.laws().stream().map(law -> dynamicTest(law.name(), () -> law.check(rules.classes())));
 * }
 * }</pre>
 *
 * That no thread outlives {@code close} is a matter of the contract suites.
 */
public final class PluginRules {
    private static final String NAME = "plugin";
    private static final String SUBJECT = "a plugin";
    private static final Set<String> ENDS = Set.of("exit", "halt");

    private final List<Law> laws;
    private final JavaClasses classes;

    private PluginRules(List<Law> laws, JavaClasses classes) {
        this.laws = List.copyOf(laws);
        this.classes = classes;
    }

    /**
     * @param factory the plugin's factory; its package is the plugin's, and what lies beside it is judged
     * @param library the packages of the plugin's one client library ({@code redis.clients..}), if it has one
     */
    public static PluginRules of(Class<?> factory, String... library) {
        CodeSource source = factory.getProtectionDomain().getCodeSource();
        if (source == null) {
            throw new IllegalArgumentException(factory + " is not from a folder or a jar");
        }
        return new PluginRules(
                laws(factory.getPackageName(), library), new ClassFileImporter().importUrl(source.getLocation()));
    }

    public List<Law> laws() {
        return laws;
    }

    /** What the laws are to be checked over: the classes beside the factory, without tests. */
    public JavaClasses classes() {
        return classes;
    }

    static List<Law> laws(String room, String... library) {
        String rooms = room + "..";
        List<Law> laws = new ArrayList<>(AdapterLaws.named(NAME, SUBJECT, GaleLaws.GALE, room, library));
        laws.add(Law.of(
                NAME + "-sees-no-engine",
                noClasses()
                        .that()
                        .resideInAPackage(rooms)
                        .should()
                        .dependOnClassesThat(resideInAPackage(GaleLaws.GALE + "..")
                                .and(not(resideInAnyPackage(GaleLaws.GALE + ".spi..", rooms))))
                        .as(SUBJECT + " uses no class of the engine")
                        .because("a plugin's class loader does not see one: it would be missing when it is needed"),
                rooms));
        laws.add(Law.of(
                NAME + "-has-no-global-state",
                ArchRuleDefinition.classes()
                        .that()
                        .resideInAPackage(rooms)
                        .should(new NoGlobalState())
                        .as(SUBJECT + " keeps nothing that changes in a static field")
                        .because("several clusters live in one process, and what they share outlives close;"
                                + " keep it in the object that open returns"),
                rooms));
        laws.add(Law.of(
                NAME + "-does-not-end-the-process",
                noClasses()
                        .that()
                        .resideInAPackage(rooms)
                        .should()
                        .accessTargetWhere(endsTheProcess())
                        .as(SUBJECT + " does not end the process")
                        .because("it is not the plugin's; to stop it throw EngineException of category FATAL,"
                                + " or give one to the context's onError"),
                rooms));
        laws.add(Law.of(
                NAME + "-reads-no-objects",
                noClasses()
                        .that()
                        .resideInAPackage(rooms)
                        .should()
                        .dependOnClassesThat(SafetyLaws.MAKE_OBJECTS_OF_BYTES)
                        .as(SUBJECT + " does not read Java's serialization")
                        .because("reading it runs what the bytes say, whoever wrote them; write a format of your own"),
                rooms));
        return laws;
    }

    /** By a call or by a reference to the method, which somebody else calls. */
    private static DescribedPredicate<JavaAccess<?>> endsTheProcess() {
        return describe(
                "System.exit, Runtime.exit or Runtime.halt",
                access -> ENDS.contains(access.getTarget().getName())
                        && Set.of("java.lang.System", "java.lang.Runtime")
                                .contains(access.getTargetOwner().getName()));
    }
}
