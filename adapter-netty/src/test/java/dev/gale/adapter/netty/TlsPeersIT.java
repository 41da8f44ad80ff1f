package dev.gale.adapter.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.transport.Endpoint;
import dev.gale.tck.transport.Ear;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who does not get in where TLS is asked for. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class TlsPeersIT {
    @TempDir
    static Path folder;

    private static Keys member;
    private static Keys stranger;
    private static Keys elsewhere;

    private final Ear atLeft = new Ear();
    private final Ear atRight = new Ear();

    @BeforeAll
    static void makeKeys() throws Exception {
        member = Keys.make(folder, "member");
        stranger = Keys.make(folder, "stranger");
        elsewhere = Keys.make(folder, "elsewhere", "san=dns:elsewhere.example");
    }

    @Test
    void aPeerWithoutTlsIsRefused() throws IOException {
        try (Pair secured = new Pair(settings(member.trusting(member)))) {
            Endpoint right = secured.bind(Pair.RIGHT);
            right.link(Pair.NOWHERE, Pair.LEFT, atRight);
            try (RawPeer peer = RawPeer.connect(right.address())) {
                peer.say(new DiallerHandshake(Pair.LEFT, Pair.SECRET, new byte[32], Pair.RIGHT).opening());
                peer.awaitEnd();
            }
            Pair.await("the count", () -> secured.context.count("refused.tls") == 1);
            assertThat(atRight.connections()).isZero();
        }
    }

    @Test
    void whoSaysNothingIsClosedAtTheLimit() throws IOException {
        Map<String, Object> hasty = Map.of("tls", member.trusting(member), "handshake-timeout", "300ms");
        try (Pair secured = new Pair(hasty)) {
            Endpoint right = secured.bind(Pair.RIGHT);
            try (RawPeer peer = RawPeer.connect(right.address())) {
                peer.awaitEnd();
            }
            Pair.await("the count", () -> secured.context.count("refused.slow") == 1);
            assertThat(secured.context.count("refused.tls")).isZero();
        }
    }

    @Test
    void aPeerWithACertificateThatIsNotTrustedIsRefused() {
        meet(member.trusting(member), stranger.trusting(member));
        assertThat(atLeft.reasons()).isNotEmpty();
    }

    @Test
    void aPeerWhoseCertificateIsForAnotherHostIsRefused() {
        meet(member.trusting(elsewhere), elsewhere.trusting(member));
        assertThat(atLeft.reasons()).first().asString().contains("127.0.0.1");
    }

    /** The end that dialled may see no more than a broken connection: its own part of the TLS handshake was over. */
    @Test
    void aPeerThatDoesNotTrustOursIsRefused() {
        meet(member.trusting(member), member.trusting(stranger));
    }

    /** Lets two meet who are not to connect, the first of which dials. */
    private void meet(Map<String, Object> ofLeft, Map<String, Object> ofRight) {
        try (Pair leftPair = new Pair(settings(ofLeft));
                Pair rightPair = new Pair(settings(ofRight))) {
            Endpoint left = leftPair.bind(Pair.LEFT);
            Endpoint right = rightPair.bind(Pair.RIGHT);
            left.link(right.address(), Pair.RIGHT, atLeft);
            right.link(left.address(), Pair.LEFT, atRight);
            Pair.await("three refusals", () -> rightPair.context.count("refused.tls") >= 3);

            assertThat(atLeft.connections() + atRight.connections()).isZero();
            assertThat(atLeft.framesLost() + atRight.framesLost()).isZero();
        }
    }

    private static Map<String, Object> settings(Map<String, Object> tls) {
        return Map.of("tls", tls, "dial-fallback", "1h");
    }

    @Test
    void aKeyStoreThatCannotBeReadIsNamedWithoutItsPassword() {
        Map<String, Object> missing = Map.of(
                "key-store", "/nowhere/key.p12",
                "key-store-password", "hunter2",
                "trust-store", "/nowhere/trust.p12",
                "trust-store-password", "hunter3");

        assertThatThrownBy(() -> new Pair(settings(missing)))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("netty.tls.key-store: cannot read /nowhere/key.p12")
                .hasMessageNotContaining("hunter");
    }
}
