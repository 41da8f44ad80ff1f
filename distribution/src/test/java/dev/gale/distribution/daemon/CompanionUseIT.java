package dev.gale.distribution.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class CompanionUseIT {
    @TempDir
    Path temporary;

    private CompanionUse use;
    private Path file;

    @BeforeEach
    void makeDirectory() throws IOException {
        Path directory = Files.createDirectories(temporary.resolve("companion/aeron"));
        use = new CompanionUse(directory);
        file = directory.resolve(CompanionUse.FILE);
    }

    @Test
    void aSupervisorThatRunsUsesIt() throws IOException {
        use.claim();

        assertThat(use.isUsed()).isTrue();
    }

    @Test
    void whereNobodyClaimedItNobodyUsesIt() {
        assertThat(use.isUsed()).isFalse();
    }

    /** After a SIGKILL of the supervisor, and for as long as that process runs. */
    @Test
    void anotherProcessWithTheSupervisorsPidDoesNot() throws IOException {
        use.claim();
        String claimed = Files.readString(file);
        assertThat(claimed).matches("\\d+ \\d+");
        Files.writeString(file, claimed.replaceFirst(" .*", " 10"));

        assertThat(use.isUsed()).isFalse();
    }

    @Test
    void aFileThatWasCutShortNamesNobody() throws IOException {
        use.claim();
        Files.writeString(file, Files.readString(file).replaceFirst(" .*", " "));

        assertThat(use.isUsed()).isFalse();
    }
}
