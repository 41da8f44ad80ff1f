package dev.gale.adapter.netty;

import dev.gale.spi.transport.PeerIdentity;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** How each end begins: by a number that it never uses again, and by who it is. */
record Introduction(byte[] nonce, PeerIdentity identity) {
    static final int NONCE_BYTES = 32;

    private static final int MAGIC = 0x47_41_4c_45;
    private static final int VERSION = 1;
    private static final int MOST_TEXT_BYTES = 1_000;

    /**
     * The message that says it.
     *
     * @throws IllegalArgumentException when the identity is too long for a handshake, or has control characters
     */
    byte[] message(Message type) {
        byte[] group = text(identity.group());
        byte[] endpoint = text(identity.endpoint());
        byte[] incarnation = text(identity.incarnation());
        ByteBuffer out = ByteBuffer.allocate(1
                + Integer.BYTES
                + 1
                + NONCE_BYTES
                + Long.BYTES
                + 3 * Short.BYTES
                + group.length
                + endpoint.length
                + incarnation.length);
        out.put(type.code()).putInt(MAGIC).put((byte) VERSION).put(nonce);
        put(out, group);
        put(out, endpoint);
        out.putLong(identity.generation());
        put(out, incarnation);
        return out.array();
    }

    /**
     * Reads what {@link #message} wrote.
     *
     * @throws RefusedException when the other side speaks something else
     */
    static Introduction read(Message type, byte[] message) {
        ByteBuffer in = ByteBuffer.wrap(message);
        if (message.length < 1 + Integer.BYTES + 1 || in.get() != type.code() || in.getInt() != MAGIC) {
            throw new RefusedException(Refusal.GARBAGE);
        }
        if (in.get() != VERSION) {
            throw new RefusedException(Refusal.VERSION);
        }
        if (in.remaining() < NONCE_BYTES) {
            throw new RefusedException(Refusal.GARBAGE);
        }
        byte[] nonce = new byte[NONCE_BYTES];
        in.get(nonce);
        String group = readText(in);
        String endpoint = readText(in);
        if (in.remaining() < Long.BYTES) {
            throw new RefusedException(Refusal.GARBAGE);
        }
        long generation = in.getLong();
        String incarnation = readText(in);
        if (in.hasRemaining() || group.isBlank() || endpoint.isBlank() || incarnation.isEmpty()) {
            throw new RefusedException(Refusal.GARBAGE);
        }
        return new Introduction(nonce, new PeerIdentity(group, endpoint, generation, incarnation));
    }

    private static byte[] text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > MOST_TEXT_BYTES || hasControls(text)) {
            throw new IllegalArgumentException("a name on the wire has at most " + MOST_TEXT_BYTES
                    + " bytes and no control characters; one has " + bytes.length + " bytes");
        }
        return bytes;
    }

    private static void put(ByteBuffer out, byte[] text) {
        out.putShort((short) text.length).put(text);
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

    @Override
    public boolean equals(Object other) {
        return other instanceof Introduction that && Arrays.equals(nonce, that.nonce) && identity.equals(that.identity);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(nonce) + identity.hashCode();
    }
}
