package dev.gale.adapter.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gale.adapter.http.HttpSettings.Limits;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AccessTest {
    private final Access open = new Access(HttpSettings.loopback(0));
    private final Access guarded = new Access(new HttpSettings(
            "127.0.0.1", 0, Optional.of("operate"), Optional.of("view"), Optional.empty(), Limits.DEFAULT));

    @ParameterizedTest
    @CsvSource({
        "Bearer operate, OPERATOR",
        "bearer operate, OPERATOR",
        "Bearer view, VIEWER",
        "Bearer operatE, NOBODY",
        "Bearer operate2, NOBODY",
        "Bearer, NOBODY",
        "Basic operate, NOBODY",
        "operate, NOBODY"
    })
    void aTokenSaysWhoCalls(String header, Caller expected) {
        assertThat(guarded.caller(header)).isEqualTo(expected);
        assertThat(guarded.caller(null)).isEqualTo(Caller.NOBODY);
        assertThat(open.caller(null)).isEqualTo(Caller.OPERATOR);
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost:7070", "LOCALHOST", "127.0.0.1:7070", "127.8.9.1", "[::1]:7070"})
    void namesOfThisHostAreTaken(String host) {
        assertThatCode(() -> open.checkOrigin(host, null)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"evil.test:7070", "localhost.evil.test", "127.0.0.1.evil.test", "192.0.2.1", ""})
    void onLoopbackNamesOfOthersAreNotTaken(String host) {
        assertThatThrownBy(() -> open.checkOrigin(host, null)).hasMessageContaining("localhost");
        assertThatCode(() -> guarded.checkOrigin(host, null))
                .as("a proxy in front may pass on the name it has, as a page cannot know the token")
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"http://evil.test", "null", "http://localhost:7071", "http://localhost:7070.evil.test", ":"})
    void pagesFromElsewhereAreNotServed(String origin) {
        assertThatThrownBy(() -> open.checkOrigin("localhost:7070", origin)).hasMessageContaining("elsewhere");
        assertThatThrownBy(() -> open.checkOrigin(null, origin)).hasMessageContaining("elsewhere");
    }

    @Test
    void pagesFromHereAreServed() {
        assertThatCode(() -> open.checkOrigin("localhost:7070", "http://localhost:7070"))
                .doesNotThrowAnyException();
    }
}
