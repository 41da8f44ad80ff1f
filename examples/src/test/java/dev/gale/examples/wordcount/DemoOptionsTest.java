package dev.gale.examples.wordcount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemoOptionsTest {
    @Test
    void withoutArgumentsTheLegalNoticesAreReadOnce() throws Exception {
        DemoOptions options = parse();

        assertThat(options)
                .isEqualTo(new DemoOptions(
                        false, 1, Path.of(System.getProperty("java.home"), "legal"), DemoOptions.Place.CLUSTER));
    }

    @Test
    void optionsAndPathComeInAnyOrder() throws Exception {
        DemoOptions expected = new DemoOptions(false, 3, Path.of("some.txt"), DemoOptions.Place.CLUSTER);

        assertThat(parse("--repeat", "3", "some.txt")).isEqualTo(expected);
        assertThat(parse("some.txt", "--repeat=3")).isEqualTo(expected);
    }

    @Test
    void behindTwoDashesEverythingIsAPath() throws Exception {
        assertThat(parse("--", "--repeat").path()).isEqualTo(Path.of("--repeat"));
    }

    @Test
    void helpIsAskedForInTwoWays() throws Exception {
        assertThat(parse("--help").help()).isTrue();
        assertThat(parse("-h").help()).isTrue();
    }

    @Test
    void theClusterMayBeKeptOrDoneWithout() throws Exception {
        assertThat(parse("--keep").place()).isEqualTo(DemoOptions.Place.KEPT_CLUSTER);
        assertThat(parse("--local", "a").place()).isEqualTo(DemoOptions.Place.LOCAL);
        assertThatThrownBy(() -> parse("--local", "--keep"))
                .hasMessageContaining("--keep keeps a cluster, and with --local there is none");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "many", "1.5", "99999999999"})
    void aRepeatThatIsNoNumberOfOneOrMoreIsRefused(String repeat) {
        assertThatThrownBy(() -> parse("--repeat", repeat))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("--repeat takes a number of 1 or more, not '" + repeat + "'")
                .hasMessageContaining("Usage: ");
    }

    @Test
    void aRepeatWithoutANumberIsRefused() {
        assertThatThrownBy(() -> parse("--repeat"))
                .hasMessageContaining("--repeat takes a number of 1 or more. Usage: ");
    }

    @Test
    void anUnknownOptionIsNamed() {
        assertThatThrownBy(() -> parse("--fast")).hasMessageContaining("there is no option --fast. Usage: ");
    }

    @Test
    void aSecondPathIsRefused() {
        assertThatThrownBy(() -> parse("a", "b")).hasMessageContaining("one file or folder at a time, not also 'b'");
    }

    @Test
    void anEmptyPathIsRefused() {
        assertThatThrownBy(() -> parse("")).hasMessageContaining("the name of the file or folder is empty");
    }

    @Test
    void aPathThatCannotBeIsAMissingFile() {
        assertThatThrownBy(() -> parse("a\0b")).isInstanceOf(InputException.class);
    }

    @Test
    void aUriNamesAFileWhateverItsBytes() throws Exception {
        assertThat(parse("file:///a%20b%ff").path()).isEqualTo(Path.of(URI.create("file:///a%20b%FF")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"file:///a%", "file:///a%00b", "file:///a?b"})
    void aUriThatCannotBeIsAMissingFile(String uri) {
        assertThatThrownBy(() -> parse(uri)).isInstanceOf(InputException.class).hasMessageContaining(uri);
    }

    private static DemoOptions parse(String... arguments) throws InputException {
        return DemoOptions.parse(List.of(arguments));
    }
}
