package dev.gale.local;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ErrorLogTest {
    private final ErrorLog log = new ErrorLog();

    @Test
    void cutsWhatIsTooLong() {
        String text = "x".repeat(5_000_000);

        log.add("bolt", 1, new IllegalStateException(text));
        log.add("bolt", 1, new IllegalStateException("short"));

        assertThat(log.all().get(0).message()).hasSize(ErrorLog.LONGEST).endsWith("xxx...");
        assertThat(log.all().get(0).stackTrace()).hasSize(ErrorLog.LONGEST);
        assertThat(log.all().get(1).message()).isEqualTo("java.lang.IllegalStateException: short");
    }
}
