package dev.gale.runtime.codec;

import java.io.DataOutput;
import java.io.UTFDataFormatException;

/** What a {@link dev.gale.api.TupleSerializer} writes to: the tuple being encoded, with its limit. */
final class OutputView implements DataOutput {
    private final Encoder encoder;

    OutputView(Encoder encoder) {
        this.encoder = encoder;
    }

    @Override
    public void write(int b) {
        encoder.reserve(1);
        encoder.out().writeByte(b);
    }

    @Override
    public void write(byte[] bytes) {
        write(bytes, 0, bytes.length);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
        encoder.reserve(length);
        encoder.out().writeBytes(bytes, from, length);
    }

    @Override
    public void writeBoolean(boolean value) {
        write(value ? 1 : 0);
    }

    @Override
    public void writeByte(int value) {
        write(value);
    }

    @Override
    public void writeShort(int value) {
        encoder.reserve(Short.BYTES);
        encoder.out().writeShort(Short.reverseBytes((short) value)); // DataOutput is big-endian, Kryo little
    }

    @Override
    public void writeChar(int value) {
        writeShort(value);
    }

    @Override
    public void writeInt(int value) {
        encoder.reserve(Integer.BYTES);
        encoder.out().writeInt(Integer.reverseBytes(value));
    }

    @Override
    public void writeLong(long value) {
        encoder.reserve(Long.BYTES);
        encoder.out().writeLong(Long.reverseBytes(value));
    }

    @Override
    public void writeFloat(float value) {
        writeInt(Float.floatToIntBits(value));
    }

    @Override
    public void writeDouble(double value) {
        writeLong(Double.doubleToLongBits(value));
    }

    @Override
    public void writeBytes(String text) {
        for (int i = 0; i < text.length(); i++) {
            write(text.charAt(i));
        }
    }

    @Override
    public void writeChars(String text) {
        for (int i = 0; i < text.length(); i++) {
            writeShort(text.charAt(i));
        }
    }

    @Override
    public void writeUTF(String text) throws UTFDataFormatException {
        long bytes = 0;
        for (int i = 0; i < text.length(); i++) {
            bytes += utfBytes(text.charAt(i));
        }
        if (bytes > 0xFFFF) {
            throw new UTFDataFormatException("writeUTF takes at most 65535 bytes and the string needs " + bytes);
        }
        writeShort((int) bytes);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (utfBytes(c)) {
                case 1 -> write(c);
                case 2 -> {
                    write(0xC0 | c >> 6);
                    write(0x80 | c & 0x3F);
                }
                default -> {
                    write(0xE0 | c >> 12);
                    write(0x80 | c >> 6 & 0x3F);
                    write(0x80 | c & 0x3F);
                }
            }
        }
    }

    private static int utfBytes(char c) {
        if (c != 0 && c < 0x80) {
            return 1;
        }
        return c < 0x800 ? 2 : 3;
    }
}
