package dev.gale.adapter.aeron;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.transport.PeerIdentity;
import org.junit.jupiter.api.Test;

class RefusalTest {
    private static final PeerIdentity EXPECTED = new PeerIdentity("group", "host:1", 3, "life");

    @Test
    void thePeerThatIsExpectedIsNotRefused() {
        assertThat(Refusal.between(EXPECTED, EXPECTED)).isEmpty();
        assertThat(Refusal.between(new PeerIdentity("group", "host:1", 3, ""), EXPECTED))
                .isEmpty();
    }

    @Test
    void theFirstThingThatDiffersIsTheReason() {
        assertThat(Refusal.between(EXPECTED, new PeerIdentity("other", "host:2", 4, "x")))
                .contains(Refusal.GROUP);
        assertThat(Refusal.between(EXPECTED, new PeerIdentity("group", "host:2", 4, "x")))
                .contains(Refusal.ENDPOINT);
        assertThat(Refusal.between(EXPECTED, new PeerIdentity("group", "host:1", 4, "x")))
                .contains(Refusal.GENERATION);
        assertThat(Refusal.between(EXPECTED, new PeerIdentity("group", "host:1", 3, "x")))
                .contains(Refusal.INCARNATION);
    }
}
