package dev.gale.adapter.aeron;

import dev.gale.spi.transport.PeerIdentity;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** How each end begins a stream: by a number that it never uses again, by who it is, and by whom it expects. */
final class Introduction {
    static final int NONCE_BYTES = 32;

    /** All of it fits one packet, its header included. */
    static final int MOST_BYTES = 1_340;

    private static final int MAGIC = 0x47_41_4c_45;
    private static final int VERSION = 1;
    private static final int MOST_TEXT_BYTES = 270;

    private final byte[] bytes;
    private final byte[] nonce;
    private final PeerIdentity identity;
    private final PeerIdentity expected;
    private final boolean challenge;

    private Introduction(byte[] bytes, byte[] nonce, PeerIdentity identity, PeerIdentity expected, boolean challenge) {
        this.bytes = bytes;
        this.nonce = nonce;
        this.identity = identity;
        this.expected = expected;
        this.challenge = challenge;
    }

    /**
     * @param expected of the same group as {@code self}
     * @param challenge whether who says it is connected, and only asks somebody else to prove that he is the peer
     * @throws IllegalArgumentException when an identity is too long, or has control characters
     */
    static Introduction of(byte[] nonce, PeerIdentity self, PeerIdentity expected, boolean challenge, byte[] secret) {
        ByteBuffer out = ByteBuffer.allocate(MOST_BYTES);
        out.putInt(MAGIC)
                .put((byte) VERSION)
                .put((byte) (challenge ? 1 : 0))
                .put(nonce)
                .put(Proof.digest(self.group()));
        put(out, self);
        put(out, expected);
        byte[] said = Arrays.copyOf(out.array(), out.position());
        out.put(Proof.ofIntroduction(secret, said));
        return new Introduction(Arrays.copyOf(out.array(), out.position()), nonce, self, expected, challenge);
    }

    /**
     * Reads what {@link #of} made, and believes nothing of it.
     *
     * @param group of the reader, which the other end is to have too
     * @throws RefusedException when it is something else
     */
    static Introduction read(byte[] bytes, String group) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        if (bytes.length < Integer.BYTES + 1 || in.getInt() != MAGIC) {
            throw new RefusedException(Refusal.GARBAGE);
        }
        if (in.get() != VERSION) {
            throw new RefusedException(Refusal.VERSION);
        }
        if (in.remaining() < 1 + NONCE_BYTES + Proof.BYTES) {
            throw new RefusedException(Refusal.GARBAGE);
        }
        boolean challenge = in.get() == 1;
        byte[] nonce = new byte[NONCE_BYTES];
        in.get(nonce);
        byte[] digest = new byte[Proof.BYTES];
        in.get(digest);
        if (!Proof.isSame(digest, Proof.digest(group))) {
            throw new RefusedException(Refusal.GROUP);
        }
        PeerIdentity identity = readIdentity(in, group);
        PeerIdentity expected = readIdentity(in, group);
        if (in.remaining() != Proof.BYTES || identity.incarnation().isEmpty()) {
            throw new RefusedException(Refusal.GARBAGE);
        }
        return new Introduction(bytes, nonce, identity, expected, challenge);
    }

    /** Whether somebody with {@code secret} said it; it may have been played back since. */
    boolean isOf(byte[] secret) {
        int said = bytes.length - Proof.BYTES;
        byte[] code = Arrays.copyOfRange(bytes, said, bytes.length);
        return Proof.isSame(code, Proof.ofIntroduction(secret, Arrays.copyOf(bytes, said)));
    }

    byte[] bytes() {
        return bytes;
    }

    byte[] nonce() {
        return nonce;
    }

    PeerIdentity identity() {
        return identity;
    }

    PeerIdentity expected() {
        return expected;
    }

    boolean isChallenge() {
        return challenge;
    }

    private static void put(ByteBuffer out, PeerIdentity identity) {
        put(out, identity.endpoint());
        out.putLong(identity.generation());
        put(out, identity.incarnation());
    }

    private static void put(ByteBuffer out, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > MOST_TEXT_BYTES || hasControls(text)) {
            throw new IllegalArgumentException("a name on the wire has at most " + MOST_TEXT_BYTES
                    + " bytes and no control characters; one has " + bytes.length + " bytes");
        }
        out.putShort((short) bytes.length).put(bytes);
    }

    private static PeerIdentity readIdentity(ByteBuffer in, String group) {
        String endpoint = readText(in);
        if (in.remaining() < Long.BYTES || endpoint.isBlank()) {
            throw new RefusedException(Refusal.GARBAGE);
        }
        long generation = in.getLong();
        return new PeerIdentity(group, endpoint, generation, readText(in));
    }

    private static String readText(ByteBuffer in) {
        int length = in.remaining() < Short.BYTES ? -1 : in.getShort();
        if (length < 0 || length > MOST_TEXT_BYTES || length > in.remaining()) {
            throw new RefusedException(Refusal.GARBAGE);
        }
        String text = new String(in.array(), in.position(), length, StandardCharsets.UTF_8);
        in.position(in.position() + length);
        // It will be logged.
        if (hasControls(text)) {
            throw new RefusedException(Refusal.GARBAGE);
        }
        return text;
    }

    private static boolean hasControls(String text) {
        return text.chars().anyMatch(Character::isISOControl);
    }
}
