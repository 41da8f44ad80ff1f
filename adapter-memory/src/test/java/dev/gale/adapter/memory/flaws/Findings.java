package dev.gale.adapter.memory.flaws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.lang.reflect.Constructor;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * What a suite said about a port.
 *
 * @param tests how many of its tests ran
 * @param failures names of those that failed, with what they said
 */
record Findings(long tests, List<String> failures) {
    /** How long a suite waits for what a flawed port never does. */
    static final Duration SHORT = Duration.ofMillis(400);

    private static final String FLAW = "gale.flaw";

    /** Runs the tests of one rule over a port with that flaw. */
    static Findings ofRule(int rule, Class<?> suite, Enum<?> flaw) {
        String prefix = "rule" + rule + "_";
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(suite))
                .configurationParameter(FLAW, flaw.name())
                .filters((PostDiscoveryFilter) test -> FilterResult.includedIf(isOf(prefix, test)))
                .build();
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request, listener);
        TestExecutionSummary summary = listener.getSummary();
        return new Findings(
                summary.getTestsStartedCount(),
                summary.getFailures().stream()
                        .map(failure ->
                                methodOf(failure.getTestIdentifier().getSource().orElseThrow()) + ": "
                                        + failure.getException())
                        .toList());
    }

    /** The tests of the rule ran, and one of them at least says that the port is flawed. */
    void tell(int rule) {
        assertThat(tests).as("tests of rule " + rule).isPositive();
        assertThat(failures).as("failures of rule " + rule).isNotEmpty();
    }

    /** Whatever is no test method holds some and is left in. */
    private static boolean isOf(String prefix, TestDescriptor part) {
        return part.getSource()
                .filter(MethodSource.class::isInstance)
                .map(source -> methodOf(source).startsWith(prefix))
                .orElse(true);
    }

    private static String methodOf(TestSource source) {
        return source instanceof MethodSource method ? method.getMethodName() : source.toString();
    }

    /** Hands the flaw to the suite's constructor. */
    static final class Resolver implements ParameterResolver {
        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            // Not to a test that has parameters of its own.
            return parameter.getDeclaringExecutable() instanceof Constructor
                    && parameter.getParameter().getType().isEnum();
        }

        @Override
        @SuppressWarnings({"unchecked", "rawtypes"})
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            Class<?> flaws = parameter.getParameter().getType();
            return Enum.valueOf(
                    (Class<? extends Enum>) flaws.asSubclass(Enum.class),
                    context.getConfigurationParameter(FLAW).orElseThrow());
        }
    }
}
