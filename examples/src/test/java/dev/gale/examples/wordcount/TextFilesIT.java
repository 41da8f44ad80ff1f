package dev.gale.examples.wordcount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class TextFilesIT {
    @TempDir
    Path folder;

    @Test
    void aFileIsItself() throws Exception {
        Path file = file("a.txt");

        assertThat(TextFiles.under(file)).containsExactly(file);
    }

    @Test
    void aFolderIsReadWithAllThatIsBelowItInTheOrderOfNames() throws Exception {
        file("b/2.txt");
        file("b/.hidden");
        file("a.txt");
        file("C.txt");
        Files.createDirectory(folder.resolve("empty"));

        assertThat(names()).containsExactly("C.txt", "a.txt", "b/.hidden", "b/2.txt");
    }

    @Test
    void linksAreFollowedToFilesAndFolders() throws Exception {
        file("real/a.txt");
        link("file-link", "real/a.txt");
        link("folder-link", "real");

        assertThat(names()).containsExactly("file-link", "folder-link/a.txt", "real/a.txt");
    }

    @Test
    void theInputItselfMayBeALink() throws Exception {
        file("real/a.txt");
        Path link = link("link", "real");

        assertThat(TextFiles.under(link)).containsExactly(link.resolve("a.txt"));
    }

    @Test
    void aFolderThatContainsItselfIsEnteredOnce() throws Exception {
        file("a/b/c.txt");
        link("a/b/up", "../..");

        assertThat(names()).containsExactly("a/b/c.txt");
    }

    @Test
    void aLinkToNothingIsPassedOver() throws Exception {
        file("a.txt");
        link("dangling", "nowhere");
        link("itself", "itself");

        assertThat(names()).containsExactly("a.txt");
    }

    @Test
    void whatIsMissingIsNamed() {
        Path missing = folder.resolve("missing.txt");

        assertThatThrownBy(() -> TextFiles.under(missing))
                .isInstanceOf(InputException.class)
                .hasMessage("There is no file or folder " + missing);
    }

    @Test
    void aFolderWithoutFilesIsRefused() {
        assertThatThrownBy(() -> TextFiles.under(folder))
                .isInstanceOf(InputException.class)
                .hasMessage("There is no regular file in " + folder);
    }

    @Test
    void aFileThatMayNotBeReadIsNamed() throws Exception {
        Path file = file("secret.txt");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("---------"));
        assumeFalse(Files.isReadable(file), "this user may read everything");

        assertThatThrownBy(() -> TextFiles.under(folder))
                .isInstanceOf(InputException.class)
                .hasMessage("Cannot read " + file + ": permission denied");
    }

    private List<String> names() throws InputException {
        return TextFiles.under(folder).stream()
                .map(file -> folder.relativize(file).toString())
                .toList();
    }

    private Path file(String name) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.createFile(file);
    }

    private Path link(String name, String target) throws IOException {
        return Files.createSymbolicLink(folder.resolve(name), Path.of(target));
    }
}
