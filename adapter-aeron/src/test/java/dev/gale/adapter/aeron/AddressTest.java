package dev.gale.adapter.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {
    @ParameterizedTest
    @ValueSource(strings = {"localhost:6700", "10.0.0.1:0", "[::1]:6700", "worker-7.example.org:65535"})
    void whatIsParsedIsShownAsItWas(String text) {
        assertThat(Address.parse(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "6700",
                ":6700",
                "host",
                "host:",
                "host:x",
                "host:-1",
                "host:65536",
                "::1:6700",
                "a|b:1",
                "a?b=c:1",
                "a,b:1"
            })
    void whatIsNoAddressIsRefusedByName(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Address.parse(text))
                .withMessageContaining("'" + text + "'");
    }

    @Test
    void anotherPortKeepsTheHost() {
        assertThat(Address.parse("[::1]:0").withPort(7)).hasToString("[::1]:7");
    }
}
