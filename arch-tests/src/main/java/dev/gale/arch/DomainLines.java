package dev.gale.arch;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The order inside the engine. Dependencies in engine-domain run down two lines, from right to left, and the lines meet only in what
 * is shared:
 *
 * <pre>
 * control  liveness, cluster | schedule | assignment | nimbus, supervisor
 * data     tuple | grouping | ack | executor
 * shared   topology, task, stats
 * </pre>
 */
final class DomainLines {
    private static final List<String> SHARED = List.of("topology", "task", "stats");
    private static final List<List<String>> CONTROL = List.of(
            List.of("liveness", "cluster"),
            List.of("schedule"),
            List.of("assignment"),
            List.of("nimbus", "supervisor"));
    private static final List<List<String>> DATA =
            List.of(List.of("tuple"), List.of("grouping"), List.of("ack"), List.of("executor"));

    private DomainLines() {}

    static List<Law> of(String base) {
        String engine = base + ".engine";
        String runtime = base + ".runtime";
        return List.of(
                Law.of(
                        "engine-domain-runs-down-two-lines",
                        classes()
                                .that()
                                .resideInAPackage(engine + "..")
                                .should(keepToTheLines(engine))
                                .as(
                                        "in engine-domain the control line and the data line run one way each and meet in topology, task"
                                                + " and stats only")
                                .because(
                                        "scheduling and tuples change for different reasons, and each is read without the other"),
                        engine + ".."),
                Law.of(
                        "engine-domain-has-no-cycles",
                        slices().matching(engine + ".(*)..")
                                .should()
                                .beFreeOfCycles()
                                .as("the packages of engine-domain have no cycles")
                                .because("packages in a cycle are one package, and can only be understood together"),
                        engine + ".."),
                Law.of(
                        "engine-runtime-has-no-cycles",
                        slices().matching(runtime + ".(*)..")
                                .should()
                                .beFreeOfCycles()
                                .as("the packages of engine-runtime have no cycles")
                                .because("packages in a cycle are one package, and can only be understood together"),
                        runtime + ".."));
    }

    private static ArchCondition<JavaClass> keepToTheLines(String engine) {
        return new ArchCondition<>("keep to the lines") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                String own = part(engine, type);
                boolean control = false;
                boolean data = false;
                for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
                    String other = part(engine, dependency.getTargetClass());
                    control |= stage(CONTROL, other).isPresent();
                    data |= stage(DATA, other).isPresent();
                    objection(own, other)
                            .ifPresent(objection -> events.add(SimpleConditionEvent.violated(
                                    type, objection + ": " + dependency.getDescription())));
                }
                if (control && data) {
                    events.add(SimpleConditionEvent.violated(
                            type,
                            type.getName() + " sees both the control line and the data line; nothing joins them"));
                }
            }
        };
    }

    private static Optional<String> objection(String own, String other) {
        if (own.equals(other)) {
            return Optional.empty();
        }
        List<String> objections = new ArrayList<>();
        if (SHARED.contains(own)
                && (stage(CONTROL, other).isPresent() || stage(DATA, other).isPresent())) {
            objections.add(own + " is shared by both lines and sees neither, but sees " + other);
        }
        crossing(CONTROL, DATA, own, other).ifPresent(objections::add);
        crossing(DATA, CONTROL, own, other).ifPresent(objections::add);
        climbing(CONTROL, own, other).ifPresent(objections::add);
        climbing(DATA, own, other).ifPresent(objections::add);
        return objections.stream().findFirst();
    }

    private static Optional<String> crossing(
            List<List<String>> line, List<List<String>> across, String own, String other) {
        return stage(line, own).isPresent() && stage(across, other).isPresent()
                ? Optional.of(own + " and " + other + " are on different lines")
                : Optional.empty();
    }

    private static Optional<String> climbing(List<List<String>> line, String own, String other) {
        Optional<Integer> from = stage(line, own);
        Optional<Integer> to = stage(line, other);
        return from.isPresent() && to.isPresent() && to.get() >= from.get()
                ? Optional.of(other + " does not come before " + own + " on its line")
                : Optional.empty();
    }

    private static Optional<Integer> stage(List<List<String>> line, String part) {
        for (int i = 0; i < line.size(); i++) {
            if (line.get(i).contains(part)) {
                return Optional.of(i);
            }
        }
        return Optional.empty();
    }

    /** The part of the name behind the engine's package ({@code ack}); empty for a class outside of it. */
    private static String part(String engine, JavaClass type) {
        String name = type.getBaseComponentType().getPackageName();
        if (!name.startsWith(engine + ".")) {
            return "";
        }
        String rest = name.substring(engine.length() + 1);
        int dot = rest.indexOf('.');
        return dot < 0 ? rest : rest.substring(0, dot);
    }
}
