package dev.gale.arch;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.all;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.lang.AbstractClassesTransformer;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ClassesTransformer;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;

/** Names, and what every package carries. */
final class StyleLaws {
    private static final Pattern EMPTY_NAME = Pattern.compile(".*(Impl|Manager|Utils?|Helper)");
    private static final Pattern I_NAME = Pattern.compile("I[A-Z][a-z].*");
    private static final Set<String> EMPTY_PARTS =
            new TreeSet<>(Set.of("util", "utils", "common", "impl", "helper", "helpers"));

    private StyleLaws() {}

    static List<Law> of(String base) {
        String rooms = base + "..";
        return List.of(
                Law.of(
                        "names-say-what-a-thing-is",
                        classes()
                                .that()
                                .resideInAPackage(rooms)
                                .should(haveAName(base))
                                .as(
                                        "no class is an I…, …Impl, …Manager, …Util(s) or …Helper, and no package is called util, common, impl"
                                                + " or helper")
                                .because("such a name says nothing, and draws in code that belongs nowhere"),
                        rooms),
                Law.of(
                        "packages-are-null-marked",
                        all(packagesUnder(base))
                                .should(beNullMarked())
                                .as("every package has a package-info.java with @NullMarked")
                                .because(
                                        "its paragraph says what the package is for, and null is then always visible in a type"),
                        rooms));
    }

    private static ArchCondition<JavaClass> haveAName(String base) {
        return new ArchCondition<>("have a name that says what they are") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                String name = type.getSimpleName();
                boolean named = !EMPTY_NAME.matcher(name).matches()
                        && !(type.isInterface() && I_NAME.matcher(name).matches());
                if (!named) {
                    events.add(SimpleConditionEvent.violated(type, type.getName() + " has a name that says nothing"));
                }
                String below = type.getPackageName().substring(base.length());
                for (String part : below.split("\\.")) {
                    if (EMPTY_PARTS.contains(part)) {
                        events.add(SimpleConditionEvent.violated(
                                type, type.getName() + " is in a package called " + part));
                    }
                }
            }
        };
    }

    private static ClassesTransformer<JavaPackage> packagesUnder(String base) {
        return new AbstractClassesTransformer<>("packages") {
            @Override
            public Iterable<JavaPackage> doTransform(JavaClasses classes) {
                Set<JavaPackage> packages = new TreeSet<>(Comparator.comparing(JavaPackage::getName));
                for (JavaClass type : classes) {
                    String name = type.getPackageName();
                    if (name.equals(base) || name.startsWith(base + ".")) {
                        packages.add(type.getPackage());
                    }
                }
                return packages;
            }
        };
    }

    private static ArchCondition<JavaPackage> beNullMarked() {
        return new ArchCondition<>("be @NullMarked") {
            @Override
            public void check(JavaPackage where, ConditionEvents events) {
                if (where.tryGetPackageInfo().isEmpty() || !where.isAnnotatedWith(NullMarked.class)) {
                    events.add(SimpleConditionEvent.violated(
                            where, where.getName() + " has no package-info.java with @NullMarked"));
                }
            }
        };
    }
}
