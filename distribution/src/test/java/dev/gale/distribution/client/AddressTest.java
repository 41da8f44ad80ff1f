package dev.gale.distribution.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {
    @ParameterizedTest
    @CsvSource({
        "n1, false, http://n1:7070/x",
        "n1:80, false, http://n1:80/x",
        "n1:80, true, https://n1:80/x",
        "https://n1, false, https://n1:7070/x",
        "http://n1:80, true, http://n1:80/x",
        "[::1]:80, false, http://[::1]:80/x"
    })
    void aPortAndASchemeMayBeLeftOut(String text, boolean tls, String expected) {
        assertThat(Address.parse(text, tls).resolve("/x")).hasToString(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "n1:x", "ftp://n1", "n1/path", "u@n1", "n1?x"})
    void whatIsNoAddressIsToldWithTheShapeOfOne(String text) {
        assertThatThrownBy(() -> Address.parse(text, false))
                .hasMessageContainingAll("'" + text + "'", "127.0.0.1:7070");
    }

    @Test
    void plainHttpIsOpenOutsideOfThisHost() {
        assertThat(Address.parse("n1", false).isOpen()).isTrue();
        assertThat(Address.parse("https://n1", false).isOpen()).isFalse();
        assertThat(List.of("127.0.0.1", "localhost", "[::1]"))
                .noneMatch(host -> Address.parse(host, false).isOpen());
    }

    @Test
    void seedsAreTriedInOrderBehindWhoeverAnsweredLast() {
        Address first = Address.parse("n1", false);
        Address second = Address.parse("n2", false);
        Address other = Address.parse("n3", false);
        Addresses addresses = new Addresses(List.of(first, second));

        assertThat(addresses.first()).isEqualTo(first);
        assertThat(addresses.after(first)).isEqualTo(second);
        assertThat(addresses.after(second)).isEqualTo(first);
        addresses.answered(other);
        assertThat(addresses.first()).isEqualTo(other);
        assertThat(addresses.after(other)).isEqualTo(first);
    }
}
