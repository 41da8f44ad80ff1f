package dev.gale.runtime.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 1, unit = TimeUnit.MINUTES)
class WorkerLogIT {
    @TempDir
    Path folder;

    @Test
    void itsLastLinesSayWhyAndNotWhereInTheCode() throws IOException {
        assertThat(tail("""
                INFO all is well
                java.lang.IllegalStateException: boom
                \tat my.Bolt.execute(Bolt.java:7)
                \tat java.base/java.lang.Thread.run(Thread.java:840)
                Caused by: java.io.IOException: no disk
                \t... 12 more
                """))
                .isEqualTo(
                        "INFO all is well; java.lang.IllegalStateException: boom; Caused by: java.io.IOException: no disk");
    }

    @Test
    void aLongLineBeforeTheLastIsLeftOutAsAWhole() throws IOException {
        assertThat(tail("x".repeat(990) + "\nTerminating due to java.lang.OutOfMemoryError\n"))
                .isEqualTo("Terminating due to java.lang.OutOfMemoryError");
    }

    @Test
    void aWorkerThatPrintedNothingHasNone() throws IOException {
        assertThat(tail("")).isEmpty();
    }

    private String tail(String printed) throws IOException {
        WorkerLog log = WorkerLog.prepare(folder, 1_000_000);
        Files.writeString(log.file(), printed);
        return log.tail();
    }
}
