package dev.gale.adapter.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {
    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:0", "worker-7.example:65535", "[::1]:6700"})
    void isWrittenAsItIsRead(String text) {
        assertThat(Address.parse(text)).hasToString(text);
    }

    @Test
    void bracketsAreNotOfTheHost() {
        assertThat(Address.parse("[::1]:6700")).isEqualTo(new Address("::1", 6700));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "host", "host:", ":1", "host:x", "host:-1", "host:65536", "host:999999", "::1:80", " :1"})
    void whatIsNoAddressIsNamed(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Address.parse(text))
                .withMessageContaining("'" + text + "'");
    }
}
