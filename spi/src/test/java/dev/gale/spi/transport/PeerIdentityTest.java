package dev.gale.spi.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PeerIdentityTest {
    private static final PeerIdentity PROVEN = new PeerIdentity("orders-1", "a:6700", 4, "life-1");

    @Test
    void anEmptyIncarnationAdmitsAny() {
        assertThat(new PeerIdentity("orders-1", "a:6700", 4, "").admits(PROVEN)).isTrue();
        assertThat(PROVEN.admits(PROVEN)).isTrue();
    }

    @Test
    void everyFieldIsCompared() {
        assertThat(new PeerIdentity("orders-2", "a:6700", 4, "").admits(PROVEN)).isFalse();
        assertThat(new PeerIdentity("orders-1", "b:6700", 4, "").admits(PROVEN)).isFalse();
        assertThat(new PeerIdentity("orders-1", "a:6700", 3, "").admits(PROVEN)).isFalse();
        assertThat(new PeerIdentity("orders-1", "a:6700", 4, "life-2").admits(PROVEN))
                .isFalse();
    }

    @Test
    void aPeerWithoutAPlaceIsRefused() {
        assertThatThrownBy(() -> new PeerIdentity("orders-1", "", 4, "")).isInstanceOf(IllegalArgumentException.class);
    }
}
