package dev.gale.arch.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.arch.GaleLaws;
import dev.gale.arch.Law;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;

/**
 * The documents say what is there. A block of {@code sh run} is run here, from the root of the working copy; our own scripts in it are
 * asked for their help instead, as this test is part of what they run.
 */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class DocumentsTest {
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern LAW = Pattern.compile("`([a-z…-]+-[a-z…-]+)`");
    private static final List<String> SCRIPTS = List.of("./demo.sh", "./test.sh", "./bench.sh", ".ci/run");

    @TestFactory
    Stream<DynamicTest> shellBlocksRun() {
        return Repository.documents().stream()
                .flatMap(file -> new Markdown(Repository.read(file))
                        .blocks().stream()
                                .filter(block -> block.info().equals("sh run"))
                                .map(block -> DynamicTest.dynamicTest(
                                        Repository.ROOT.relativize(file) + ": "
                                                + block.code()
                                                        .lines()
                                                        .findFirst()
                                                        .orElse(""),
                                        () -> {
                                            Outcome outcome = bash(harmless(block.code()));
                                            assertThat(outcome.code())
                                                    .as(outcome.output())
                                                    .isZero();
                                        })));
    }

    @Test
    void linksLeadSomewhere() {
        List<String> dead = new ArrayList<>();
        for (Path file : Repository.documents()) {
            for (String link : Repository.find(LINK, Repository.read(file))) {
                String target = link.replaceFirst("#.*", "");
                if (!target.contains("://") && !target.isEmpty() && !Files.exists(file.resolveSibling(target))) {
                    dead.add(Repository.ROOT.relativize(file) + " -> " + link);
                }
            }
        }
        assertThat(dead).isEmpty();
    }

    @Test
    void architectureListsEveryLawAndNoOther() {
        Markdown laws = new Markdown(Repository.read("ARCHITECTURE.md")).section("The laws");
        List<String> names = GaleLaws.of(GaleLaws.GALE).stream()
                .map(Law::name)
                .map(name -> name.replaceFirst("^adapter-[a-z]+-", "adapter-…-"))
                .distinct()
                .toList();

        assertThat(Repository.find(LAW, laws.text()).stream().distinct()).containsExactlyInAnyOrderElementsOf(names);
    }

    @Test
    void theScriptsExplainThemselves() throws Exception {
        assertThat(bash("./demo.sh --help").output())
                .startsWith("Usage: ./demo.sh [--repeat N] [FILE|FOLDER]\n")
                .contains("Exit code: 0 when", "; 1 when", "\n2 for");
        assertThat(bash("./test.sh --help").output())
                .startsWith("Usage: ./test.sh [--long] [--all-pairs] [module...]\n");
        assertThat(bash("./bench.sh --help").output()).startsWith("Usage: ./bench.sh dataflow|transport ");
    }

    @Test
    void wrongArgumentsOfTheTestScriptAreExitCode2AndOneLine() throws Exception {
        assertThat(bash("./test.sh --lnog"))
                .isEqualTo(new Outcome(2, "test.sh: unknown option --lnog (see ./test.sh --help)\n"));
        assertThat(bash("./test.sh spy").code()).isEqualTo(2);
        assertThat(bash("./test.sh spy").output())
                .startsWith("test.sh: no module spy; there are bom spi ")
                .hasLineCount(1);
    }

    private static String harmless(String code) {
        StringBuilder harmless = new StringBuilder();
        for (String line : code.split("\n")) {
            String script =
                    SCRIPTS.stream().filter(line::startsWith).findFirst().orElse(null);
            harmless.append(script == null ? line : script + " --help").append('\n');
        }
        return harmless.toString();
    }

    private static Outcome bash(String code) throws IOException, InterruptedException {
        Process process = new ProcessBuilder("bash", "-eu", "-o", "pipefail", "-c", code)
                .directory(Repository.ROOT.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Outcome(process.waitFor(), output);
    }

    private record Outcome(int code, String output) {}
}
