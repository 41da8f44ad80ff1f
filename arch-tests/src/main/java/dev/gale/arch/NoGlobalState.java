package dev.gale.arch;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaConstructorCall;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.domain.JavaFieldAccess.AccessType;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Static fields are final, neither of a type that is made to change nor filled with a new collection that can, and what makes a static
 * collection says that it is constant ({@code List.of}, {@code Set.copyOf}, {@code Collections.unmodifiableMap}). Arrays pass, as there
 * is no other word for a constant one.
 *
 * <p>Class files do not tell which call made what a field gets. The outermost one of its initializer is on the line where the field is
 * set, so a collection is judged by the calls on that line.
 */
final class NoGlobalState extends ArchCondition<JavaClass> {
    /** Values in a package of things that change. */
    private static final Set<String> VALUES = Set.of("java.util.concurrent.TimeUnit");

    /** Methods of {@code Collections} and {@code Collectors}. */
    private static final Pattern CONSTANT = Pattern.compile("(unmodifiable|toUnmodifiable|empty|singleton|nCopies).*");

    /** Methods of these, and of the constant collections of libraries; that of {@code EnumSet} makes one that can change. */
    private static final Set<String> OF = Set.of("of", "copyOf", "ofEntries");

    private static final Set<String> COLLECTIONS = Set.of("java.util.List", "java.util.Set", "java.util.Map");

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
                } else if (isCollection(field.getRawType())) {
                    type.getStaticInitializer().ifPresent(begin -> checkMaker(begin, field, events));
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

    private static void checkMaker(JavaCodeUnit begin, JavaField field, ConditionEvents events) {
        NavigableSet<Integer> lines = new TreeSet<>();
        Set<Integer> ownLines = new TreeSet<>();
        for (JavaFieldAccess access : begin.getFieldAccesses()) {
            if (access.getAccessType() == AccessType.SET) {
                lines.add(access.getLineNumber());
                if (access.getTarget().getFullName().equals(field.getFullName())) {
                    ownLines.add(access.getLineNumber());
                }
            }
        }
        for (int line : ownLines) {
            List<JavaMethodCall> makers =
                    calls(begin, line, line + 1).filter(NoGlobalState::mayMake).toList();
            // A collector that says so may be on a later line.
            Integer next =
                    makers.stream().anyMatch(NoGlobalState::collects) ? lines.higher(line) : Integer.valueOf(line + 1);
            boolean constant = calls(begin, line, next == null ? Integer.MAX_VALUE : next)
                    .anyMatch(NoGlobalState::saysItIsConstant);
            if (!makers.isEmpty() && !constant) {
                events.add(SimpleConditionEvent.violated(
                        field,
                        field.getFullName() + " is static and made by " + names(makers)
                                + ", which does not say that nobody can change it; a constant is made by"
                                + " List.of, Set.copyOf, Map.ofEntries or Collections.unmodifiableList"));
            }
        }
    }

    private static Stream<JavaMethodCall> calls(JavaCodeUnit begin, int fromLine, int toLine) {
        return begin.getMethodCallsFromSelf().stream()
                .filter(call -> call.getLineNumber() >= fromLine && call.getLineNumber() < toLine);
    }

    private static String names(List<JavaMethodCall> makers) {
        return makers.stream()
                .map(call -> call.getTargetOwner().getSimpleName() + "."
                        + call.getTarget().getName())
                .sorted()
                .distinct()
                .collect(Collectors.joining(" and "));
    }

    /** Return types are known by name alone. */
    private static boolean mayMake(JavaMethodCall call) {
        JavaClass returned = call.getTarget().getRawReturnType();
        return !returned.isPrimitive() && (collects(call) || !returned.getName().startsWith("java.lang."));
    }

    private static boolean collects(JavaMethodCall call) {
        return call.getTarget().getName().equals("collect");
    }

    private static boolean saysItIsConstant(JavaMethodCall call) {
        String owner = call.getTargetOwner().getName();
        String name = call.getTarget().getName();
        return CONSTANT.matcher(name).matches()
                || OF.contains(name) && (!owner.startsWith("java.") || COLLECTIONS.contains(owner))
                || owner.equals("java.util.stream.Stream") && name.equals("toList");
    }

    private static boolean changes(JavaClass type) {
        boolean concurrent = type.getName().startsWith("java.util.concurrent.") && !VALUES.contains(type.getName());
        boolean collection = !type.isInterface() && type.getName().startsWith("java.") && isCollection(type);
        return concurrent || collection || type.isAssignableTo(ThreadLocal.class) || type.isAssignableTo(Thread.class);
    }

    private static boolean isCollection(JavaClass type) {
        return type.isAssignableTo(Collection.class) || type.isAssignableTo(Map.class);
    }
}
