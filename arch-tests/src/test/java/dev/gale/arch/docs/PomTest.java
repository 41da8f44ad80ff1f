package dev.gale.arch.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What the poms of the modules keep to, besides what the enforcer holds. */
class PomTest {
    private static final Pattern DEPENDENCY = Pattern.compile(
            "<dependency>\\s*<groupId>(.*?)</groupId>\\s*<artifactId>(.*?)</artifactId>(.*?)</dependency>",
            Pattern.DOTALL);
    private static final Pattern SCOPE = Pattern.compile("<scope>(.*?)</scope>");
    private static final Pattern PLUGIN =
            Pattern.compile("(<artifactId>maven-[a-z]+-plugin</artifactId>\\s*<version>.*?</version>)");
    private static final String BOM = "bom";
    private static final Pattern NOT_FOR_OTHERS = Pattern.compile("examples|benchmarks.*|concurrency-tests");
    private static final List<String> SCOPES = List.of("compile", "runtime", "provided", "test");

    private record Dependency(String group, String artifact, String scope, boolean versioned) {
        static final Comparator<Dependency> ORDER = Comparator.comparing((Dependency it) -> SCOPES.indexOf(it.scope))
                .thenComparing(it -> !it.group.equals("dev.gale"))
                .thenComparing(Dependency::group)
                .thenComparing(Dependency::artifact);
    }

    @TestFactory
    Stream<DynamicTest> dependenciesAreSorted() {
        return eachModule(module -> assertThat(dependencies(module)).isSortedAccordingTo(Dependency.ORDER));
    }

    @TestFactory
    Stream<DynamicTest> versionsAreTheParents() {
        return eachModule(module -> assertThat(dependencies(module)).noneMatch(Dependency::versioned));
    }

    @Test
    void theModelAndThePortsSetTheirLaw() {
        for (String module : List.of("spi", "engine-domain")) {
            assertThat(Repository.read(module + "/pom.xml"))
                    .contains("<gale.banned>*:*:*:*:compile</gale.banned>")
                    .contains("<gale.allowed>org.jspecify:jspecify</gale.allowed>");
        }
    }

    @Test
    void everyDrivenAdapterSetsItsLaw() {
        List<String> adapters = Repository.modules().stream()
                .filter(module -> module.startsWith("adapter-") && !module.equals("adapter-http"))
                .toList();
        assertThat(adapters).isNotEmpty();
        for (String module : adapters) {
            assertThat(Repository.read(module + "/pom.xml"))
                    .as(module)
                    .contains("<gale.banned>dev.gale:*</gale.banned>")
                    .contains("<gale.allowed>dev.gale:gale-spi*</gale.allowed>");
        }
    }

    @Test
    void everyFolderWithAPomIsAModule() throws IOException {
        List<String> folders = new ArrayList<>();
        try (Stream<Path> files = Files.list(Repository.ROOT)) {
            files.filter(folder -> Files.exists(folder.resolve("pom.xml")))
                    .forEach(folder -> folders.add(folder.getFileName().toString()));
        }
        List<String> modules = Repository.modules().stream()
                .filter(module -> !module.contains("/"))
                .toList();
        assertThat(folders).containsExactlyInAnyOrderElementsOf(modules);
    }

    @Test
    void theBomIsOfThisVersionAndHasEveryModuleThatOthersMayTake() {
        String bom = Repository.read(BOM + "/pom.xml");
        Pattern version = Pattern.compile("<artifactId>gale-(?:bom|parent)</artifactId>\\s*<version>(.*?)</version>");
        assertThat(Repository.find(version, bom).get(0))
                .isEqualTo(Repository.find(version, Repository.read("pom.xml")).get(0));
        List<String> published = Repository.modules().stream()
                .filter(module ->
                        !module.equals(BOM) && !NOT_FOR_OTHERS.matcher(module).matches())
                .map(module -> "gale-" + module)
                .toList();
        assertThat(Repository.find(Pattern.compile("<artifactId>(gale-.*?)</artifactId>\\s*<version>\\$"), bom))
                .containsExactlyInAnyOrderElementsOf(published);
    }

    /** A sample has no parent; what it takes was resolved for this build, so that its own works without a network. */
    @Test
    void samplesTakeTheVersionsOfThisBuild() throws IOException {
        String parent = Repository.read("pom.xml") + Repository.read(BOM + "/pom.xml");
        List<Path> poms;
        try (Stream<Path> folders = Files.list(Repository.ROOT.resolve("samples"))) {
            poms = folders.map(folder -> folder.resolve("pom.xml")).toList();
        }
        assertThat(poms).isNotEmpty();
        for (Path pom : poms) {
            String sample = Repository.read(pom);
            for (String plugin : Repository.find(PLUGIN, sample)) {
                assertThat(parent.replaceAll("\\s+", "")).as(pom.toString()).contains(plugin.replaceAll("\\s+", ""));
            }
            for (String library : List.of("junit", "jspecify")) {
                String version = "<" + library + ".version>";
                assertThat(Repository.find(Pattern.compile(version + "(.*?)<"), parent))
                        .as(pom + ": " + library)
                        .containsAll(Repository.find(Pattern.compile(version + "(.*?)<"), sample));
            }
        }
    }

    private interface Check {
        void of(String module);
    }

    private static Stream<DynamicTest> eachModule(Check check) {
        return Repository.modules().stream()
                .filter(module -> !module.equals(BOM))
                .map(module -> DynamicTest.dynamicTest(module, () -> check.of(module)));
    }

    private static List<Dependency> dependencies(String module) {
        String pom = Repository.read(module + "/pom.xml").replaceFirst("(?s)<build>.*</build>", "");
        return DEPENDENCY.matcher(pom).results().map(PomTest::dependency).toList();
    }

    private static Dependency dependency(MatchResult found) {
        String rest = found.group(3);
        List<String> scopes = Repository.find(SCOPE, rest);
        return new Dependency(
                found.group(1),
                found.group(2),
                scopes.isEmpty() ? "compile" : scopes.get(0),
                rest.contains("<version>"));
    }
}
