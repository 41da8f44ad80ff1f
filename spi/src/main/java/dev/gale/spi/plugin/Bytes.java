package dev.gale.spi.plugin;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A sequence of bytes that nobody can change, equal by content. For values that are stored; not for frames. */
public final class Bytes {
    private static final Bytes EMPTY = new Bytes(new byte[0]);

    private final byte[] content;

    private Bytes(byte[] content) {
        this.content = content;
    }

    public static Bytes empty() {
        return EMPTY;
    }

    /** A copy of {@code content}. */
    public static Bytes of(byte... content) {
        return new Bytes(content.clone());
    }

    /** A copy of what lies between position and limit, which stay. */
    public static Bytes of(ByteBuffer content) {
        byte[] copy = new byte[content.remaining()];
        content.duplicate().get(copy);
        return new Bytes(copy);
    }

    /** The text in UTF-8. */
    public static Bytes utf8(String text) {
        return new Bytes(text.getBytes(StandardCharsets.UTF_8));
    }

    public int length() {
        return content.length;
    }

    /** A copy. */
    public byte[] toArray() {
        return content.clone();
    }

    /** A read-only view. */
    public ByteBuffer buffer() {
        return ByteBuffer.wrap(content).asReadOnlyBuffer();
    }

    /** The content read as UTF-8. */
    public String utf8() {
        return new String(content, StandardCharsets.UTF_8);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Bytes bytes && Arrays.equals(content, bytes.content);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(content);
    }

    /** The length only, since the content may be a secret. */
    @Override
    public String toString() {
        return content.length + " bytes";
    }
}
