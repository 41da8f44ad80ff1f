package dev.gale.arch;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.domain.PackageMatchers;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The packages that others may build on: what is public there stays. A public class anywhere else is public because Java has no
 * smaller word for "another package of ours", and may change with any version.
 */
public final class PromisedPackages {
    /** Their names behind {@code dev.gale.}; two dots stand for the package and all packages in it. */
    public static final List<String> NAMES = List.of("api", "local", "control", "testkit", "spi..", "tck..", "arch");

    /**
     * What {@code local} shows of the engine although it is not promised. An open question: either these values get the promise, or
     * {@code local} gets values of its own.
     */
    private static final List<String> SHOWN = List.of("engine.stats", "engine.task", "engine.topology");

    private PromisedPackages() {}

    static List<Law> lawsOf(String base) {
        String[] promised = under(base, NAMES);
        String[] shown = under(base, SHOWN);
        String examples = base + ".examples..";
        String component = base + ".api.Component";
        return List.of(
                Law.of(
                        "promised-packages-show-promised-types",
                        classes()
                                .that()
                                .resideInAnyPackage(promised)
                                .and(describe("are seen from outside", PromisedPackages::isSeen))
                                .should(showOnly(base, promised, shown))
                                .as("what is public in a promised package mentions types of promised packages only")
                                .because("a type that users must name is promised as well, whatever package it is in"),
                        promised),
                Law.of(
                        "user-code-sees-the-api",
                        noClasses()
                                .that()
                                .resideInAPackage(examples)
                                .should()
                                .dependOnClassesThat(resideInAPackage(base + "..")
                                        .and(not(resideInAnyPackage(
                                                examples, base + ".api", base + ".local", base + ".testkit")))
                                        .and(not(resideInAnyPackage(shown))))
                                .as("user code sees dev.gale.api, and dev.gale.local where it starts a cluster")
                                .because("the examples show what users can rely on"),
                        examples),
                Law.of(
                        "components-see-the-api-only",
                        noClasses()
                                .that()
                                .resideInAPackage(examples)
                                .and(assignableTo(component))
                                .should()
                                .dependOnClassesThat(resideInAPackage(base + "..")
                                        .and(not(resideInAnyPackage(examples, base + ".api"))))
                                .as("spouts and bolts see dev.gale.api alone")
                                .because(
                                        "they run in any worker, where nothing else of the engine is on their class path"),
                        examples));
    }

    private static String[] under(String base, List<String> names) {
        return names.stream().map(name -> base + "." + name).toArray(String[]::new);
    }

    private static boolean isSeen(JavaClass type) {
        boolean open = type.getModifiers().contains(JavaModifier.PUBLIC)
                || type.getModifiers().contains(JavaModifier.PROTECTED);
        return open && type.getEnclosingClass().map(PromisedPackages::isSeen).orElse(true);
    }

    private static ArchCondition<JavaClass> showOnly(String base, String[] promised, String[] shown) {
        PackageMatchers matchers = PackageMatchers.of(
                Stream.concat(Stream.of(promised), Stream.of(shown)).toList());
        return new ArchCondition<>("mention promised types only") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                Stream<JavaType> parents = Stream.concat(type.getSuperclass().stream(), type.getInterfaces().stream());
                judge(type, type.getName(), parents, events);
                for (JavaMember member : type.getMembers()) {
                    if (member.getModifiers().contains(JavaModifier.PUBLIC)
                            || member.getModifiers().contains(JavaModifier.PROTECTED)) {
                        judge(type, member.getFullName(), typesOf(member), events);
                    }
                }
            }

            private void judge(JavaClass owner, String place, Stream<JavaType> types, ConditionEvents events) {
                types.flatMap(type -> type.getAllInvolvedRawTypes().stream())
                        .map(JavaClass::getBaseComponentType)
                        .filter(type -> type.getPackageName().startsWith(base + "."))
                        .filter(type -> !matchers.test(type.getPackageName()))
                        .distinct()
                        .forEach(type -> events.add(SimpleConditionEvent.violated(
                                owner, place + " mentions " + type.getName() + ", which is not promised")));
            }
        };
    }

    private static Stream<JavaType> typesOf(JavaMember member) {
        List<JavaType> types = new ArrayList<>();
        if (member instanceof JavaField field) {
            types.add(field.getType());
        } else if (member instanceof JavaCodeUnit code) {
            types.add(code.getReturnType());
            types.addAll(code.getParameterTypes());
            types.addAll(code.getExceptionTypes());
        }
        return types.stream();
    }
}
