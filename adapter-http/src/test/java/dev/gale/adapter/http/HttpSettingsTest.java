package dev.gale.adapter.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gale.adapter.http.HttpSettings.Limits;
import dev.gale.adapter.http.HttpSettings.Tls;
import dev.gale.control.ControlException;
import dev.gale.control.ControlException.Kind;
import java.nio.file.Path;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpSettingsTest {
    private static final Optional<String> TOKEN = Optional.of("a long secret");
    private static final Optional<Tls> TLS = Optional.of(new Tls(Path.of("api.p12"), "another secret"));

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "192.0.2.1"})
    void whatOthersCanReachNeedsTokenAndTls(String bind) {
        assertThat(settings(bind, TOKEN, Optional.empty(), TLS).isLoopback()).isFalse();
        assertRefused(() -> settings(bind, Optional.empty(), Optional.empty(), TLS), bind);
        assertRefused(() -> settings(bind, TOKEN, Optional.empty(), Optional.empty()), bind);
        assertRefused(() -> settings(bind, Optional.empty(), Optional.empty(), Optional.empty()), bind);
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.0.0.2", "::1", "localhost"})
    void whatOnlyThisHostCanReachNeedsNothing(String bind) {
        assertThat(settings(bind, Optional.empty(), Optional.empty(), Optional.empty())
                        .isLoopback())
                .isTrue();
    }

    @Test
    void aViewersTokenAloneProtectsNothing() {
        assertThatThrownBy(() -> settings("127.0.0.1", Optional.empty(), TOKEN, Optional.empty()))
                .hasMessageContaining("nimbus.api.token");
    }

    @Test
    void aBlankTokenIsNone() {
        assertThatThrownBy(() -> settings("127.0.0.1", Optional.of(" "), Optional.empty(), Optional.empty()))
                .hasMessageContaining("blank");
    }

    @Test
    void itsTextHasNoSecrets() {
        assertThat(settings("0.0.0.0", TOKEN, Optional.of("a viewer's secret"), TLS)
                        .toString())
                .contains("0.0.0.0", "api.p12")
                .doesNotContain("secret");
    }

    private static void assertRefused(ThrowingCallable call, String bind) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        ControlException.class, e -> assertThat(e.kind()).isEqualTo(Kind.INVALID))
                .hasMessageContainingAll(bind, "nimbus.api.token", "nimbus.api.tls.key-store", "127.0.0.1");
    }

    private static HttpSettings settings(
            String bind, Optional<String> operator, Optional<String> viewer, Optional<Tls> tls) {
        return new HttpSettings(bind, 0, operator, viewer, tls, Limits.DEFAULT);
    }
}
