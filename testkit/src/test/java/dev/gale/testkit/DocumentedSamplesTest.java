package dev.gale.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What docs/testing-topologies.md quotes is what the samples say, but for how far it is indented. */
class DocumentedSamplesTest {
    private static final Path SAMPLES = Path.of("src/test/java/dev/gale/testkit/samples");
    private static final Path PAGE = Path.of("../docs/testing-topologies.md");
    private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    @TestFactory
    Stream<DynamicTest> everyQuoteIsInASample() throws IOException {
        String samples;
        try (Stream<Path> files = Files.list(SAMPLES)) {
            samples = files.sorted().map(DocumentedSamplesTest::read).collect(Collectors.joining("\n"));
        }
        List<String> quotes = JAVA.matcher(read(PAGE))
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
        assertThat(quotes).hasSizeGreaterThan(3);
        return quotes.stream()
                .map(quote -> DynamicTest.dynamicTest(
                        quote.lines().skip(1).findFirst().orElse("").strip(),
                        () -> assertThat(withoutIndents(samples)).contains(withoutIndents(quote))));
    }

    private static String withoutIndents(String text) {
        return text.lines().map(String::strip).collect(Collectors.joining("\n"));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
