package dev.gale.runtime.supervisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JvmIT {
    @TempDir
    Path directory;

    @Test
    void readsTheVersionOfAnInstalledJava() {
        assertThat(Jvm.at(Path.of(System.getProperty("java.home")))).isEqualTo(Jvm.current());
        assertThat(Jvm.current().executable()).isExecutable();
    }

    @Test
    void refusesADirectoryThatIsNoJava() throws Exception {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Jvm.at(directory))
                .withMessageContaining(directory.toString());

        Files.writeString(directory.resolve("release"), "JAVA_VERSION=\"abc\"");
        assertThatIllegalArgumentException().isThrownBy(() -> Jvm.at(directory)).withMessageContaining("abc");
    }
}
