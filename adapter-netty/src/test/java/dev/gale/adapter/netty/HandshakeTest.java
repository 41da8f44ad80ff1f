package dev.gale.adapter.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gale.spi.transport.PeerIdentity;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HandshakeTest {
    private static final byte[] SECRET = "secret".getBytes(StandardCharsets.UTF_8);
    private static final byte[] OTHER = "Secret".getBytes(StandardCharsets.UTF_8);
    private static final PeerIdentity LEFT = new PeerIdentity("orders-1", "left:6700", 3, "left-life");
    private static final PeerIdentity RIGHT = new PeerIdentity("orders-1", "right:6701", 5, "right-life");
    private static final PeerIdentity ANY_RIGHT = new PeerIdentity("orders-1", "right:6701", 5, "");

    private final List<PeerIdentity> judged = new ArrayList<>();
    private Optional<Refusal> judgement = Optional.empty();

    @Test
    void bothEndsProveWhoTheyAre() {
        Handshake dialler = dialler(SECRET, ANY_RIGHT);
        Handshake acceptor = acceptor(SECRET);

        byte[] challenge = acceptor.onMessage(dialler.opening()).reply();
        byte[] proof = dialler.onMessage(challenge).reply();
        assertThat(judged).isEmpty();
        byte[] welcome = acceptor.onMessage(proof).reply();
        assertThat(judged).containsExactly(LEFT);
        Step atDialler = dialler.onMessage(welcome);
        Step atAcceptor = acceptor.onMessage(atDialler.reply());

        assertThat(atDialler.proven()).isEqualTo(RIGHT);
        assertThat(atAcceptor.proven()).isEqualTo(LEFT);
        assertThat(atAcceptor.reply()).isEmpty();
    }

    @Test
    void theSecretIsInNoMessage() {
        Handshake dialler = dialler(SECRET, ANY_RIGHT);
        Handshake acceptor = acceptor(SECRET);
        byte[] hello = dialler.opening();
        byte[] challenge = acceptor.onMessage(hello).reply();
        byte[] proof = dialler.onMessage(challenge).reply();
        byte[] welcome = acceptor.onMessage(proof).reply();

        for (byte[] message : List.of(hello, challenge, proof, welcome)) {
            assertThat(new String(message, StandardCharsets.ISO_8859_1)).doesNotContain("secret");
        }
    }

    @Test
    void aDiallerWithAnotherSecretIsRefusedBeforeAnythingIsJudged() {
        Handshake dialler = dialler(OTHER, ANY_RIGHT);
        Handshake acceptor = acceptor(SECRET);
        byte[] proof =
                dialler.onMessage(acceptor.onMessage(dialler.opening()).reply()).reply();

        Step step = acceptor.onMessage(proof);

        assertThat(step.refusal()).isEqualTo(Refusal.SECRET);
        assertThat(judged).isEmpty();
        assertThat(dialler.onMessage(step.reply()).refusal()).isEqualTo(Refusal.SECRET);
    }

    @Test
    void anAcceptorWithAnotherSecretIsRefusedToo() {
        Handshake dialler = dialler(SECRET, ANY_RIGHT);
        byte[] challenge = acceptor(SECRET).onMessage(dialler.opening()).reply();
        dialler.onMessage(challenge);
        byte[] forged =
                Handshake.message(Message.WELCOME, Proof.of(OTHER, Proof.Role.ACCEPTOR, dialler.opening(), challenge));

        assertThat(dialler.onMessage(forged).refusal()).isEqualTo(Refusal.SECRET);
    }

    @Test
    void aProofSentBackDoesNotProve() {
        Handshake dialler = dialler(SECRET, ANY_RIGHT);
        byte[] challenge = acceptor(SECRET).onMessage(dialler.opening()).reply();
        byte[] proof = dialler.onMessage(challenge).reply();
        byte[] reflected = proof.clone();
        reflected[0] = Message.WELCOME.code();

        assertThat(dialler.onMessage(reflected).refusal()).isEqualTo(Refusal.SECRET);
    }

    @Test
    void aHelloSentBackIsRefused() {
        Handshake dialler = dialler(SECRET, ANY_RIGHT);
        byte[] reflected = dialler.opening().clone();
        reflected[0] = Message.CHALLENGE.code();

        assertThat(dialler.onMessage(reflected).refusal()).isEqualTo(Refusal.ENDPOINT);
    }

    @Test
    void whoClaimsToBeTheAcceptorItselfIsRefused() {
        byte[] hello = new Introduction(nonce(9), RIGHT).message(Message.HELLO);

        assertThat(acceptor(SECRET).onMessage(hello).refusal()).isEqualTo(Refusal.ENDPOINT);
    }

    @Test
    void aHandshakePlayedBackIsRefused() {
        Handshake dialler = dialler(SECRET, ANY_RIGHT);
        Handshake acceptor = acceptor(SECRET);
        byte[] hello = dialler.opening();
        byte[] proof = dialler.onMessage(acceptor.onMessage(hello).reply()).reply();
        assertThat(acceptor.onMessage(proof).refusal()).isNull();
        Handshake later = new AcceptorHandshake(RIGHT, SECRET, nonce(3), this::judge);
        later.onMessage(hello);

        assertThat(later.onMessage(proof).refusal()).isEqualTo(Refusal.SECRET);
    }

    @Test
    void anotherGroupIsRefusedBeforeTheAcceptorSaysWhoItIs() {
        PeerIdentity stranger = new PeerIdentity("orders-2", "left:6700", 3, "x");
        byte[] hello = new Introduction(nonce(1), stranger).message(Message.HELLO);

        Step step = acceptor(SECRET).onMessage(hello);

        assertThat(step.refusal()).isEqualTo(Refusal.GROUP);
        assertThat(step.reply()).hasSize(2);
    }

    @Test
    void theDiallerRefusesWhomItDidNotExpectAndSaysWhy() {
        assertThat(refusalOf(new PeerIdentity("orders-2", "right:6701", 5, ""))).isEqualTo(Refusal.GROUP);
        assertThat(refusalOf(new PeerIdentity("orders-1", "right:6702", 5, ""))).isEqualTo(Refusal.ENDPOINT);
        assertThat(refusalOf(new PeerIdentity("orders-1", "right:6701", 6, ""))).isEqualTo(Refusal.GENERATION);
        assertThat(refusalOf(new PeerIdentity("orders-1", "right:6701", 5, "old")))
                .isEqualTo(Refusal.INCARNATION);
    }

    private Refusal refusalOf(PeerIdentity expected) {
        Handshake dialler = dialler(SECRET, expected);
        Handshake acceptor = acceptor(SECRET);
        Step step = dialler.onMessage(acceptor.onMessage(dialler.opening()).reply());
        assertThat(acceptor.onMessage(step.reply()).refusal()).isEqualTo(step.refusal());
        assertThat(step.reason()).contains("right:6701");
        return step.refusal();
    }

    @Test
    void aJudgementIsTold() {
        judgement = Optional.of(Refusal.UNDECLARED);
        Handshake dialler = dialler(SECRET, ANY_RIGHT);
        Handshake acceptor = acceptor(SECRET);
        byte[] proof =
                dialler.onMessage(acceptor.onMessage(dialler.opening()).reply()).reply();
        Step step = acceptor.onMessage(proof);

        assertThat(step.refusal()).isEqualTo(Refusal.UNDECLARED);
        assertThat(dialler.onMessage(step.reply()).refusal()).isEqualTo(Refusal.UNDECLARED);
    }

    @Test
    void anotherVersionIsToldFromGarbage() {
        byte[] hello = dialler(SECRET, ANY_RIGHT).opening().clone();
        hello[5] = 2;

        assertThat(acceptor(SECRET).onMessage(hello).refusal()).isEqualTo(Refusal.VERSION);
    }

    @Test
    void aMessageThatIsTooShortOrTooLongIsGarbage() {
        byte[] hello = dialler(SECRET, ANY_RIGHT).opening();
        for (int length = 0; length < hello.length; length++) {
            Step step = acceptor(SECRET).onMessage(Arrays.copyOf(hello, length));
            assertThat(step.refusal()).as("%d bytes", length).isEqualTo(Refusal.GARBAGE);
        }
        assertThat(acceptor(SECRET)
                        .onMessage(Arrays.copyOf(hello, hello.length + 1))
                        .refusal())
                .isEqualTo(Refusal.GARBAGE);
    }

    @Test
    void aMessageOutOfTurnIsGarbage() {
        assertThat(acceptor(SECRET).onMessage(new byte[] {5}).refusal()).isEqualTo(Refusal.GARBAGE);
        assertThat(dialler(SECRET, ANY_RIGHT)
                        .onMessage(Handshake.message(Message.WELCOME, new byte[32]))
                        .refusal())
                .isEqualTo(Refusal.GARBAGE);
        Handshake acceptor = acceptor(SECRET);
        acceptor.onMessage(dialler(SECRET, ANY_RIGHT).opening());
        assertThat(acceptor.onMessage(new byte[] {5}).refusal())
                .as("ready without a proof")
                .isEqualTo(Refusal.GARBAGE);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void randomBytesEndInARefusalAndNothingElse(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 2_000; round++) {
            byte[] bytes = new byte[random.nextInt(200)];
            random.nextBytes(bytes);
            if (bytes.length > 0 && random.nextBoolean()) {
                bytes[0] = (byte) random.nextInt(1, 7);
            }
            assertThat(acceptor(SECRET).onMessage(bytes).refusal())
                    .as("seed %d", seed)
                    .isNotNull();
        }
    }

    @Test
    void namesWithControlCharactersNeitherLeaveNorEnter() {
        PeerIdentity forger = new PeerIdentity("orders-1", "left\n2026 ERROR", 3, "x");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Introduction(nonce(1), forger).message(Message.HELLO));
        byte[] hello = dialler(SECRET, ANY_RIGHT).opening().clone();
        int at = new String(hello, StandardCharsets.ISO_8859_1).indexOf("left:");
        hello[at] = '\r';

        assertThat(acceptor(SECRET).onMessage(hello).refusal()).isEqualTo(Refusal.GARBAGE);
    }

    @Test
    void theLongestNamesFitIntoAHandshake() {
        PeerIdentity wide = new PeerIdentity("g".repeat(1_000), "e".repeat(1_000), 1, "i".repeat(1_000));
        assertThat(new Introduction(nonce(1), wide).message(Message.HELLO))
                .hasSizeLessThanOrEqualTo(Handshake.MOST_BYTES);
        PeerIdentity wider = new PeerIdentity("g".repeat(1_001), "e", 1, "i");
        assertThatIllegalArgumentException().isThrownBy(() -> new Introduction(nonce(1), wider).message(Message.HELLO));
    }

    private Handshake dialler(byte[] secret, PeerIdentity expected) {
        return new DiallerHandshake(LEFT, secret, nonce(1), expected);
    }

    private Handshake acceptor(byte[] secret) {
        return new AcceptorHandshake(RIGHT, secret, nonce(2), this::judge);
    }

    private Optional<Refusal> judge(PeerIdentity peer) {
        judged.add(peer);
        return judgement;
    }

    private static byte[] nonce(int filler) {
        byte[] nonce = new byte[Introduction.NONCE_BYTES];
        Arrays.fill(nonce, (byte) filler);
        return nonce;
    }
}
