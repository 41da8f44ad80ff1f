package dev.gale.arch;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaConstructorCall;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Collection;
import java.util.Map;
import java.util.Set;

/**
 * Static fields are final, and neither of a type that is made to change nor filled with a new collection that can. Arrays pass, as there
 * is no other word for a constant one.
 */
final class NoGlobalState extends ArchCondition<JavaClass> {
    /** Values in a package of things that change. */
    private static final Set<String> VALUES = Set.of("java.util.concurrent.TimeUnit");

    NoGlobalState() {
        super("have no global state");
    }

    @Override
    public void check(JavaClass type, ConditionEvents events) {
        for (JavaField field : type.getFields()) {
            Set<JavaModifier> modifiers = field.getModifiers();
            if (modifiers.contains(JavaModifier.STATIC) && !modifiers.contains(JavaModifier.SYNTHETIC)) {
                if (!modifiers.contains(JavaModifier.FINAL)) {
                    events.add(SimpleConditionEvent.violated(field, field.getFullName() + " is static and not final"));
                } else if (changes(field.getRawType())) {
                    events.add(SimpleConditionEvent.violated(
                            field,
                            field.getFullName() + " is static and of "
                                    + field.getRawType().getName() + ", which is made to change"));
                }
            }
        }
        type.getStaticInitializer().ifPresent(begin -> {
            for (JavaConstructorCall call : begin.getConstructorCallsFromSelf()) {
                if (changes(call.getTargetOwner())) {
                    events.add(SimpleConditionEvent.violated(
                            type,
                            call.getDescription() + ": a new "
                                    + call.getTargetOwner().getSimpleName()
                                    + " for everybody; a constant is made by List.of, Set.of or Map.of"));
                }
            }
        });
    }

    private static boolean changes(JavaClass type) {
        boolean concurrent = type.getName().startsWith("java.util.concurrent.") && !VALUES.contains(type.getName());
        boolean collection = !type.isInterface()
                && type.getName().startsWith("java.")
                && (type.isAssignableTo(Collection.class) || type.isAssignableTo(Map.class));
        return concurrent || collection || type.isAssignableTo(ThreadLocal.class) || type.isAssignableTo(Thread.class);
    }
}
