package dev.gale.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.heartbeat.Heartbeats;
import dev.gale.spi.metadata.MetadataStore;
import dev.gale.spi.plugin.CompanionService;
import dev.gale.spi.transport.Transport;
import dev.gale.tck.companion.CompanionServiceContract;
import dev.gale.tck.heartbeat.HeartbeatContract;
import dev.gale.tck.metadata.MetadataStoreContract;
import dev.gale.tck.metadata.MetadataStoreFaultContract;
import dev.gale.tck.transport.TransportContract;
import dev.gale.tck.transport.TransportFaultContract;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every numbered rule in a port's javadoc has a test that carries its number, and no test carries another. Reads the
 * sources.
 */
class RuleNumbersTest {
    private static final Path SOURCES = Path.of("..", "spi", "src", "main", "java");
    private static final Pattern RULE = Pattern.compile("rule(\\d+)_\\w+");

    static Stream<Arguments> suites() {
        return Stream.of(
                Arguments.of(
                        MetadataStore.class, List.of(MetadataStoreContract.class, MetadataStoreFaultContract.class)),
                Arguments.of(Transport.class, List.of(TransportContract.class, TransportFaultContract.class)),
                Arguments.of(Heartbeats.class, List.of(HeartbeatContract.class)),
                Arguments.of(CompanionService.class, List.of(CompanionServiceContract.class)));
    }

    @ParameterizedTest
    @MethodSource("suites")
    void rulesAndTestsCarryTheSameNumbers(Class<?> port, List<Class<?>> contracts) throws IOException {
        assertThat(testedRules(contracts)).isEqualTo(writtenRules(port));
    }

    @ParameterizedTest
    @MethodSource("suites")
    void everyTestCarriesANumber(Class<?> port, List<Class<?>> contracts) {
        assertThat(tests(contracts))
                .isNotEmpty()
                .allMatch(name -> RULE.matcher(name).matches());
    }

    @ParameterizedTest
    @MethodSource("suites")
    void theJavadocNamesItsSuite(Class<?> port, List<Class<?>> contracts) throws IOException {
        assertThat(contracts)
                .allSatisfy(contract -> assertThat(javadoc(port)).contains("{@code " + contract.getSimpleName() + "}"));
    }

    private static Set<Integer> writtenRules(Class<?> port) throws IOException {
        String list = javadoc(port);
        list = list.substring(list.indexOf("<ol>"), list.indexOf("</ol>"));
        int rules = list.split("<li>", -1).length - 1;
        return IntStream.rangeClosed(1, rules).boxed().collect(Collectors.toCollection(TreeSet::new));
    }

    /** The javadoc of the type itself: the comment before its declaration. */
    private static String javadoc(Class<?> port) throws IOException {
        String source = Files.readString(SOURCES.resolve(port.getName().replace('.', '/') + ".java"));
        int declaration = source.indexOf("public interface " + port.getSimpleName());
        return source.substring(source.lastIndexOf("/**", declaration), declaration);
    }

    private static Set<Integer> testedRules(List<Class<?>> contracts) {
        return tests(contracts)
                .flatMap(name ->
                        RULE.matcher(name).results().map(MatchResult::group).map(RuleNumbersTest::number))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static int number(String name) {
        return Integer.parseInt(name.substring("rule".length(), name.indexOf('_')));
    }

    private static Stream<String> tests(List<Class<?>> contracts) {
        return contracts.stream()
                .flatMap(contract -> Arrays.stream(contract.getDeclaredMethods()))
                .filter(method ->
                        method.isAnnotationPresent(Test.class) || method.isAnnotationPresent(ParameterizedTest.class))
                .map(Method::getName);
    }
}
