package dev.gale.arch;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.List;

/** What is never done with bytes that came from somewhere else. */
final class SafetyLaws {
    static final DescribedPredicate<JavaClass> MAKE_OBJECTS_OF_BYTES = describe(
            "make objects of bytes",
            type -> type.getName().equals("java.io.ObjectInputStream")
                    || type.getName().equals("java.beans.XMLDecoder"));

    private SafetyLaws() {}

    static List<Law> of(String base) {
        String rooms = base + "..";
        String reader = base + ".runtime.code.UserObjects";
        return List.of(Law.of(
                "one-class-reads-objects",
                noClasses()
                        .that()
                        .resideInAPackage(rooms)
                        .and(describe("are not UserObjects", type -> !isIn(reader, type)))
                        .should()
                        .dependOnClassesThat(MAKE_OBJECTS_OF_BYTES)
                        .as("no class but UserObjects reads Java's serialization")
                        .because(
                                "reading it runs what the bytes say, and nimbus and supervisors get bytes from anyone"),
                rooms));
    }

    private static boolean isIn(String outer, JavaClass type) {
        return type.getName().equals(outer) || type.getName().startsWith(outer + "$");
    }
}
