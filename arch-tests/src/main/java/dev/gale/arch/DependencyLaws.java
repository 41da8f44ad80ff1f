package dev.gale.arch;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.stream.Stream;

/** Who may see whom between the modules. */
final class DependencyLaws {
    private static final String JDK = "java..";
    private static final String JSPECIFY = "org.jspecify.annotations..";

    private DependencyLaws() {}

    static List<Law> of(String base) {
        String spi = base + ".spi..";
        String api = base + ".api..";
        String engine = base + ".engine..";
        String tck = base + ".tck..";
        String http = base + ".adapter.http..";
        String[] runtime = {base + ".runtime..", base + ".local..", base + ".control.."};
        return List.of(
                Law.of(
                        "spi-stands-alone",
                        only("spi depends on the JDK and JSpecify alone", List.of(spi), JDK, JSPECIFY)
                                .because(
                                        "an adapter compiles against spi, and must not get the engine or a library with it"),
                        spi),
                Law.of(
                        "engine-domain-stands-alone",
                        only("engine-domain depends on the JDK and JSpecify alone", List.of(api, engine), JDK, JSPECIFY)
                                .because(
                                        "the model is the middle of the hexagon: ports and libraries are around it, never in it"),
                        api,
                        engine),
                Law.of(
                        "api-stands-alone",
                        noClasses()
                                .that()
                                .resideInAPackage(api)
                                .should()
                                .dependOnClassesThat(
                                        resideInAPackage(base + "..").and(not(resideInAPackage(api))))
                                .as("api depends on no other package of the engine")
                                .because(
                                        "users compile against it, and it can become a module of its own the day that is needed"),
                        api),
                Law.of(
                        "engine-runtime-sees-the-hexagon-only",
                        only(
                                        "engine-runtime depends on spi, engine-domain, slf4j, Disruptor, Kryo and Jackson jr alone",
                                        List.of(runtime),
                                        spi,
                                        api,
                                        engine,
                                        "org.slf4j..",
                                        "com.lmax.disruptor..",
                                        "com.esotericsoftware.kryo..",
                                        "com.fasterxml.jackson.jr..",
                                        "javax..",
                                        JDK,
                                        JSPECIFY)
                                .because(
                                        "adapters are found by name at run time, so that one is swapped for another by configuration"),
                        runtime),
                Law.of(
                        "spi-tck-sees-spi-only",
                        only(
                                        "spi-tck depends on spi, JUnit and AssertJ alone",
                                        List.of(tck),
                                        spi,
                                        "org.junit.jupiter..",
                                        "org.assertj..",
                                        JDK,
                                        JSPECIFY)
                                .because(
                                        "it judges any adapter by the contract, and can know none of them, nor the engine"),
                        tck),
                Law.of(
                        "http-sees-the-use-cases-and-its-library",
                        only(
                                        "adapter-http depends on the use cases, slf4j and its HTTP library alone",
                                        List.of(http),
                                        base + ".control..",
                                        "io.javalin..",
                                        "org.eclipse.jetty..",
                                        "com.fasterxml.jackson..",
                                        "org.slf4j..",
                                        "javax..",
                                        JDK,
                                        JSPECIFY)
                                .because(
                                        "what is asked of a cluster does not depend on what carries it, and the engine on neither"),
                        http));
    }

    /** Classes in {@code rooms} see each other and {@code others}. */
    static ArchRule only(String sentence, List<String> rooms, String... others) {
        String[] seen = Stream.concat(rooms.stream(), Stream.of(others)).toArray(String[]::new);
        return classes()
                .that(resideInAnyPackage(rooms.toArray(String[]::new)))
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(seen))
                .as(sentence);
    }
}
