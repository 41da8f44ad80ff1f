package dev.gale.adapter.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AuditTest {
    @Test
    void nothingSentCanForgeALine() {
        assertThat(Audit.plain("/a\r\nrequest=1 caller=OPERATOR\u202e\u0000"))
                .isEqualTo("/a??request=1?caller=OPERATOR??");
        assertThat(Audit.plain("x".repeat(10_000))).hasSize(300);
    }
}
