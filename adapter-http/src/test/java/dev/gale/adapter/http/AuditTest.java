package dev.gale.adapter.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AuditTest {
    @Test
    void changesAndRefusalsAreKept() {
        assertThat(Audit.isKept("POST", 200)).isTrue();
        assertThat(Audit.isKept("PUT", 500)).isTrue();
        assertThat(Audit.isKept("GET", 401)).isTrue();
        assertThat(Audit.isKept("GET", 403)).isTrue();
        assertThat(Audit.isKept("GET", 200)).isFalse();
        assertThat(Audit.isKept("HEAD", 404)).isFalse();
    }

    @Test
    void nothingSentCanForgeALine() {
        assertThat(Audit.plain("/a\r\nrequest=1 caller=OPERATOR\u202e\u0000"))
                .isEqualTo("/a??request=1?caller=OPERATOR??");
        assertThat(Audit.plain("x".repeat(10_000))).hasSize(300);
    }
}
