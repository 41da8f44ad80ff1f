package dev.gale.arch;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaModifier.PUBLIC;
import static com.tngtech.archunit.core.domain.properties.HasModifiers.Predicates.modifier;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.PackageMatcher;
import com.tngtech.archunit.lang.ArchCondition;
import java.util.List;
import java.util.stream.Stream;

/**
 * What keeps a driven adapter inside its room. For the author of one:
 *
 * <pre>{@code
 * JavaClasses mine = new ClassFileImporter().withImportOption(new DoNotIncludeTests()).importPackages("com.acme.redis");
 * AdapterLaws.of("com.acme.redis", "redis.clients..").forEach(law -> law.check(mine));
 * }</pre>
 */
public final class AdapterLaws {
    private AdapterLaws() {}

    /**
     * @param room   the adapter's package, without dots at its end
     * @param client the packages of its one client library ({@code redis.clients..})
     */
    public static List<Law> of(String room, String... client) {
        return under(GaleLaws.GALE, room, client);
    }

    static List<Law> under(String base, String room, String... client) {
        String name = "adapter-" + room.substring(room.lastIndexOf('.') + 1);
        return named(name, name, base, room, client);
    }

    /** @param subject what the sentences of the laws are about */
    static List<Law> named(String name, String subject, String base, String room, String... client) {
        String spi = base + ".spi..";
        String rooms = room + "..";
        String[] seen = Stream.concat(
                        Stream.of(spi, "org.slf4j..", "java..", "javax..", "org.jspecify.annotations.."),
                        Stream.of(client))
                .toArray(String[]::new);
        return List.of(
                Law.of(
                        name + "-sees-spi-and-its-client",
                        DependencyLaws.only(
                                        subject + " depends on spi, slf4j and its one client library alone",
                                        List.of(rooms),
                                        seen)
                                .because("an adapter that knows the engine or another adapter cannot be swapped"),
                        rooms),
                Law.of(
                        name + "-is-one-package",
                        classes()
                                .that()
                                .resideInAPackage(rooms)
                                .should()
                                .resideInAPackage(room)
                                .as(subject + " is one package")
                                .because("package-private is then enough to hide everything but the factory"),
                        rooms),
                Law.of(
                        name + "-shows-its-factories-only",
                        classes()
                                .that()
                                .resideInAPackage(rooms)
                                .and()
                                .areTopLevelClasses()
                                .and(modifier(PUBLIC))
                                .should(ArchCondition.from(openedByOr(factoryIn(spi))))
                                .as("the public classes of " + subject
                                        + " are the factories of its ports, and what these say they open")
                                .because(
                                        "an adapter is reached through its port; any other public class is a promise nobody asked for"),
                        rooms));
    }

    /** A factory, or what the signature of a factory's {@code open} names. */
    private static DescribedPredicate<JavaClass> openedByOr(DescribedPredicate<JavaClass> factory) {
        DescribedPredicate<JavaClass> isFactory = assignableTo(factory);
        return describe(
                "a factory of spi, or what one opens",
                type -> isFactory.test(type)
                        || type.getMethodsWithReturnTypeOfSelf().stream()
                                .anyMatch(method ->
                                        method.getName().equals("open") && isFactory.test(method.getOwner())));
    }

    private static DescribedPredicate<JavaClass> factoryIn(String spi) {
        PackageMatcher matcher = PackageMatcher.of(spi);
        return describe(
                "a factory of spi",
                type -> type.isInterface()
                        && type.getSimpleName().endsWith("Factory")
                        && matcher.matches(type.getPackageName()));
    }
}
