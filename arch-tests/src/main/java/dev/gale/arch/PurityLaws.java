package dev.gale.arch;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/**
 * No clock, thread, chance, output or I/O: the same calls give the same outcomes. Values are no effects: {@code Path}, {@code
 * ByteBuffer}, {@code CompletionStage}, {@code Executor}, atomics, {@code VarHandle}, {@code Serializable}, {@code DataOutput} and {@code
 * RandomGenerator} as parameters are welcome.
 */
final class PurityLaws {
    private static final Set<String> CONCURRENT_VALUES = names(
            "java.util.concurrent.CompletionStage",
            "java.util.concurrent.CompletionException",
            "java.util.concurrent.ConcurrentHashMap",
            "java.util.concurrent.ConcurrentMap",
            "java.util.concurrent.Executor",
            "java.util.concurrent.ThreadFactory",
            "java.util.concurrent.TimeUnit");
    private static final Set<String> THREADS = names(
            "java.lang.InheritableThreadLocal",
            "java.lang.Thread",
            "java.lang.ThreadGroup",
            "java.lang.ThreadLocal",
            "java.util.Timer",
            "java.util.TimerTask");
    private static final Set<String> CHANCE = names(
            "java.security.SecureRandom",
            "java.util.Random",
            "java.util.SplittableRandom",
            "java.util.concurrent.ThreadLocalRandom",
            "java.util.random.RandomGeneratorFactory");
    private static final Set<String> OUTSIDE = names(
            "java.lang.Process",
            "java.lang.ProcessBuilder",
            "java.lang.ProcessHandle",
            "java.lang.Runtime",
            "java.lang.System$Logger",
            "java.util.ServiceLoader");

    /**
     * The door from a user's main class to whoever runs it, which only a class loader can tell. It may ask for providers, and nothing
     * else.
     */
    private static final String DOOR = ".api.TopologySubmitter";

    private static final Set<String> SYSTEM_STATE = names(
            "clearProperty",
            "console",
            "exit",
            "getLogger",
            "getProperties",
            "getProperty",
            "getenv",
            "load",
            "loadLibrary",
            "setErr",
            "setIn",
            "setOut",
            "setProperty");
    private static final Set<String> IO_VALUES = names(
            "java.io.DataInput",
            "java.io.DataOutput",
            "java.io.Externalizable",
            "java.io.IOException",
            "java.io.ObjectInput",
            "java.io.ObjectOutput",
            "java.io.Serializable",
            "java.io.UncheckedIOException",
            "java.net.URI",
            "java.net.URISyntaxException",
            "java.nio.file.InvalidPathException",
            "java.nio.file.Path");

    private PurityLaws() {}

    static List<Law> of(String module, String... rooms) {
        return List.of(
                Law.of(
                        module + "-reads-no-clock",
                        rule(module + " reads no clock", rooms, type -> false, PurityLaws::readsClock)
                                .because("time is a parameter: a test, a simulation and a worker then decide alike"),
                        rooms),
                Law.of(
                        module + "-has-no-threads",
                        rule(
                                        module + " has no threads, locks or executors",
                                        rooms,
                                        PurityLaws::isThread,
                                        (owner, member) -> owner.equals("java.lang.Object")
                                                && Set.of("wait", "notify", "notifyAll")
                                                        .contains(member.getName()))
                                .because(
                                        "threads belong to engine-runtime and the adapters, which can be tested without"),
                        rooms),
                Law.of(
                        module + "-leaves-nothing-to-chance",
                        rule(module + " makes no random numbers", rooms, CHANCE::contains, PurityLaws::drawsLots)
                                .because("chance comes in as a RandomGenerator, so that a seed replays a failure"),
                        rooms),
                Law.of(
                        module + "-says-nothing",
                        rule(
                                        module + " logs nothing and leaves its process alone",
                                        rooms,
                                        PurityLaws::isOutside,
                                        PurityLaws::speaks)
                                .because(
                                        "decisions carry their reasons as values, and whoever carries them out does the logging"),
                        rooms),
                Law.of(
                        module + "-does-no-io",
                        rule(module + " does no input or output", rooms, PurityLaws::isIo, PurityLaws::opensOutput)
                                .because(
                                        "effects are asked for by commands and carried out in engine-runtime or an adapter"),
                        rooms));
    }

    private static boolean readsClock(String owner, AccessTarget member) {
        String name = member.getName();
        return switch (owner) {
            case "java.lang.System" -> name.equals("nanoTime") || name.equals("currentTimeMillis");
            case "java.time.Clock" -> name.startsWith("system") || name.matches("tick(Millis|Seconds|Minutes)");
            case "java.util.Calendar" -> name.equals("getInstance");
            case "java.util.Date", "java.util.GregorianCalendar" ->
                member.getFullName().endsWith("<init>()");
            default -> owner.startsWith("java.time.") && name.equals("now");
        };
    }

    private static boolean isThread(String type) {
        boolean concurrent = type.startsWith("java.util.concurrent.")
                && !type.startsWith("java.util.concurrent.atomic.")
                && !CONCURRENT_VALUES.contains(type)
                && !CHANCE.contains(type);
        return concurrent || THREADS.contains(type);
    }

    private static boolean drawsLots(String owner, AccessTarget member) {
        String place = owner + "." + member.getName();
        return place.equals("java.lang.Math.random")
                || place.equals("java.lang.StrictMath.random")
                || place.equals("java.util.UUID.randomUUID")
                || place.equals("java.util.random.RandomGenerator.getDefault")
                || place.equals("java.util.random.RandomGenerator.of")
                || member.getFullName().equals("java.util.Collections.shuffle(java.util.List)");
    }

    private static boolean isOutside(String type) {
        return OUTSIDE.contains(type) || type.startsWith("java.util.logging.") || type.startsWith("org.slf4j.");
    }

    private static boolean speaks(String owner, AccessTarget member) {
        String name = member.getName();
        if (owner.equals("java.lang.System")) {
            return Set.of("in", "out", "err").contains(name) || SYSTEM_STATE.contains(name);
        }
        return name.equals("printStackTrace");
    }

    private static boolean opensOutput(String owner, AccessTarget member) {
        return owner.equals("java.io.PrintStream") && member.getName().equals("<init>");
    }

    private static boolean isIo(String type) {
        boolean io = type.startsWith("java.io.")
                || type.startsWith("java.net.")
                || type.startsWith("java.nio.channels.")
                || type.startsWith("java.nio.file.");
        // The type of System.out, which is the business of another law.
        return io && !IO_VALUES.contains(type) && !type.equals("java.io.PrintStream");
    }

    private static ArchRule rule(
            String sentence, String[] rooms, Predicate<String> types, BiPredicate<String, AccessTarget> members) {
        return classes()
                .that(resideInAnyPackage(rooms))
                .should(new Abstain(types, members))
                .as(sentence);
    }

    private static Set<String> names(String... names) {
        return new TreeSet<>(List.of(names));
    }

    /** Neither the types nor the members that are named here. */
    private static final class Abstain extends ArchCondition<JavaClass> {
        private final Predicate<String> types;
        private final BiPredicate<String, AccessTarget> members;

        Abstain(Predicate<String> types, BiPredicate<String, AccessTarget> members) {
            super("abstain");
            this.types = types;
            this.members = members;
        }

        @Override
        public void check(JavaClass type, ConditionEvents events) {
            List<String> breaches = new ArrayList<>();
            type.getDirectDependenciesFromSelf().stream()
                    .filter(it -> types.test(
                            it.getTargetClass().getBaseComponentType().getName()))
                    .filter(it -> !type.getName().endsWith(DOOR)
                            || !it.getTargetClass().getName().equals("java.util.ServiceLoader"))
                    .forEach(it -> breaches.add(it.getDescription()));
            for (JavaAccess<?> access : type.getAccessesFromSelf()) {
                if (members.test(access.getTargetOwner().getName(), access.getTarget())) {
                    breaches.add(access.getDescription());
                }
            }
            breaches.stream().sorted().forEach(it -> events.add(SimpleConditionEvent.violated(type, it)));
        }
    }
}
