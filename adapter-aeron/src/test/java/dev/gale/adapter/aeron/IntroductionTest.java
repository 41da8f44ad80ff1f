package dev.gale.adapter.aeron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gale.spi.transport.PeerIdentity;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IntroductionTest {
    private static final byte[] SECRET = "a secret of the group".getBytes(StandardCharsets.UTF_8);
    private static final PeerIdentity LEFT = new PeerIdentity("orders-1", "left:6700", 3, "left-life");
    private static final PeerIdentity RIGHT = new PeerIdentity("orders-1", "right:6701", 5, "");
    private static final byte[] NONCE = nonce(7);

    private final Introduction introduction = Introduction.of(NONCE, LEFT, RIGHT, false, SECRET);

    private static byte[] nonce(int content) {
        byte[] nonce = new byte[Introduction.NONCE_BYTES];
        Arrays.fill(nonce, (byte) content);
        return nonce;
    }

    @Test
    void whatWasSaidIsHeard() {
        Introduction heard = Introduction.read(introduction.bytes(), "orders-1");

        assertThat(heard.identity()).isEqualTo(LEFT);
        assertThat(heard.expected()).isEqualTo(RIGHT);
        assertThat(heard.nonce()).isEqualTo(NONCE);
        assertThat(heard.isChallenge()).isFalse();
        assertThat(heard.isOf(SECRET)).isTrue();
        Introduction challenge = Introduction.of(NONCE, LEFT, RIGHT, true, SECRET);
        assertThat(Introduction.read(challenge.bytes(), "orders-1").isChallenge())
                .isTrue();
    }

    @Test
    void theSecretDoesNotTravel() {
        String said = new String(introduction.bytes(), StandardCharsets.ISO_8859_1);

        assertThat(said).doesNotContain(new String(SECRET, StandardCharsets.ISO_8859_1));
    }

    @Test
    void anotherSecretShows() {
        Introduction other = Introduction.of(NONCE, LEFT, RIGHT, false, "another".getBytes(StandardCharsets.UTF_8));

        assertThat(Introduction.read(other.bytes(), "orders-1").isOf(SECRET)).isFalse();
    }

    @Test
    void anotherGroupIsRefusedBeforeItsNamesAreRead() {
        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> Introduction.read(introduction.bytes(), "orders-2"))
                .satisfies(e -> assertThat(e.refusal()).isEqualTo(Refusal.GROUP));
    }

    @Test
    void anotherVersionIsRefused() {
        byte[] other = introduction.bytes().clone();
        other[Integer.BYTES]++;

        assertThatExceptionOfType(RefusedException.class)
                .isThrownBy(() -> Introduction.read(other, "orders-1"))
                .satisfies(e -> assertThat(e.refusal()).isEqualTo(Refusal.VERSION));
    }

    @Test
    void everyBitCounts() {
        for (int bit = 0; bit < introduction.bytes().length * Byte.SIZE; bit++) {
            byte[] bent = introduction.bytes().clone();
            bent[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);

            assertThat(isBelieved(bent)).as("with bit %d turned", bit).isFalse();
        }
    }

    @Test
    void everyCutIsRefused() {
        for (int length = 0; length < introduction.bytes().length; length++) {
            assertThat(isBelieved(Arrays.copyOf(introduction.bytes(), length)))
                    .as("cut at %d", length)
                    .isFalse();
        }
    }

    /** O-86: what is not known to come from the group is read as bytes and nothing else. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void noiseIsRefusedAndThrowsNothingElse(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 20_000; round++) {
            byte[] noise = new byte[random.nextInt(200)];
            random.nextBytes(noise);
            // Some get past the first checks.
            System.arraycopy(introduction.bytes(), 0, noise, 0, Math.min(noise.length, random.nextInt(72)));

            assertThat(isBelieved(noise)).isFalse();
        }
    }

    private static boolean isBelieved(byte[] said) {
        try {
            return Introduction.read(said, "orders-1").isOf(SECRET);
        } catch (RefusedException e) {
            return false;
        }
    }

    @Test
    void aProofFitsOneDirectionOfOnePairOnly() {
        Introduction other = Introduction.of(nonce(8), LEFT, RIGHT, false, SECRET);
        byte[] proof = Proof.ofHearing(SECRET, introduction.bytes(), other.bytes());

        assertThat(proof)
                .isNotEqualTo(Proof.ofHearing(SECRET, other.bytes(), introduction.bytes()))
                .isNotEqualTo(Proof.ofHearing(SECRET, introduction.bytes(), introduction.bytes()))
                .isNotEqualTo(Proof.ofIntroduction(SECRET, introduction.bytes()));
    }

    @Test
    void theLongestNamesFitOnePacketAndLongerOnesAreRefused() {
        String longest = "e".repeat(270);
        PeerIdentity wide = new PeerIdentity("g".repeat(10_000), longest, Long.MAX_VALUE, longest);

        assertThat(Introduction.of(NONCE, wide, wide, false, SECRET).bytes().length)
                .isLessThanOrEqualTo(Introduction.MOST_BYTES);
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        Introduction.of(NONCE, new PeerIdentity("g", longest + "e", 1, "life"), RIGHT, false, SECRET))
                .withMessageContaining("271");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> Introduction.of(NONCE, new PeerIdentity("g", "a\nb", 1, "life"), RIGHT, false, SECRET));
    }
}
