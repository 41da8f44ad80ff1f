package dev.gale.arch.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Whoever copies a dependency and a command from a document gets what he is told. */
class CoordinatesTest {
    private static final Pattern DEPENDENCY = Pattern.compile(
            "<groupId>(dev\\.gale)</groupId>\\s*<artifactId>(.*?)</artifactId>\\s*<version>(.*?)</version>");
    private static final Pattern ARTIFACT = Pattern.compile(
            "</(?:parent|modelVersion)>\\s*(?:<groupId>dev\\.gale</groupId>\\s*)?<artifactId>(.*?)</artifactId>");
    private static final Pattern VERSION =
            Pattern.compile("<artifactId>gale-parent</artifactId>\\s*<version>(.*?)</version>");
    private static final Pattern INSTALL = Pattern.compile("(?m)^mvn .*\\binstall\\b.* -pl (\\S+) -am$");

    private static final String OWN =
            Repository.find(VERSION, Repository.read("pom.xml")).get(0);

    @Test
    void someDocumentNamesSome() {
        assertThat(Repository.documents())
                .anyMatch(document -> !dependencies(document).isEmpty());
    }

    @TestFactory
    Stream<DynamicTest> dependenciesAreModulesOfThisVersionThatTheCommandInstalls() {
        Map<String, String> modules = modulesByArtifact();
        return Repository.documents().stream()
                .filter(document -> !dependencies(document).isEmpty())
                .map(document -> DynamicTest.dynamicTest(
                        Repository.ROOT.relativize(document).toString(), () -> {
                            List<String> installed = Repository.find(INSTALL, Repository.read(document)).stream()
                                    .flatMap(list -> Stream.of(list.split(",")))
                                    .toList();
                            assertThat(Repository.modules()).containsAll(installed);
                            for (MatchResult dependency : dependencies(document)) {
                                assertThat(dependency.group(3)).isEqualTo(OWN);
                                assertThat(modules).containsKey(dependency.group(2));
                                assertThat(installed).contains(modules.get(dependency.group(2)));
                            }
                        }));
    }

    private static List<MatchResult> dependencies(Path document) {
        return DEPENDENCY.matcher(Repository.read(document)).results().toList();
    }

    private static Map<String, String> modulesByArtifact() {
        Map<String, String> modules = new TreeMap<>();
        for (String module : Repository.modules()) {
            modules.put(
                    Repository.find(ARTIFACT, Repository.read(module + "/pom.xml"))
                            .get(0),
                    module);
        }
        return modules;
    }
}
