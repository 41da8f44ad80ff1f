package dev.gale.runtime.codec;

import com.esotericsoftware.kryo.io.Input;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What a {@link dev.gale.api.TupleSerializer} reads from: the bytes of its value and no others. */
final class InputView implements DataInput {
    private Input in = new Input(new byte[0]);

    InputView of(Input from) {
        in = from;
        return this;
    }

    private int left() {
        return in.limit() - in.position();
    }

    private Input need(int bytes) throws EOFException {
        if (bytes > left()) {
            throw new EOFException("Reading " + bytes + " bytes where the value has " + left() + " left");
        }
        return in;
    }

    @Override
    public void readFully(byte[] bytes) throws IOException {
        readFully(bytes, 0, bytes.length);
    }

    @Override
    public void readFully(byte[] bytes, int from, int length) throws IOException {
        need(length).readBytes(bytes, from, length);
    }

    @Override
    public int skipBytes(int bytes) {
        int skipped = Math.max(0, Math.min(bytes, left()));
        in.setPosition(in.position() + skipped);
        return skipped;
    }

    @Override
    public boolean readBoolean() throws IOException {
        return readByte() != 0;
    }

    @Override
    public byte readByte() throws IOException {
        return need(1).readByte();
    }

    @Override
    public int readUnsignedByte() throws IOException {
        return need(1).readByteUnsigned();
    }

    @Override
    public short readShort() throws IOException {
        return Short.reverseBytes(need(Short.BYTES).readShort());
    }

    @Override
    public int readUnsignedShort() throws IOException {
        return readShort() & 0xFFFF;
    }

    @Override
    public char readChar() throws IOException {
        return (char) readShort();
    }

    @Override
    public int readInt() throws IOException {
        return Integer.reverseBytes(need(Integer.BYTES).readInt());
    }

    @Override
    public long readLong() throws IOException {
        return Long.reverseBytes(need(Long.BYTES).readLong());
    }

    @Override
    public float readFloat() throws IOException {
        return Float.intBitsToFloat(readInt());
    }

    @Override
    public double readDouble() throws IOException {
        return Double.longBitsToDouble(readLong());
    }

    @Override
    public @Nullable String readLine() throws IOException {
        if (left() == 0) {
            return null;
        }
        StringBuilder line = new StringBuilder();
        while (left() > 0) {
            int c = readUnsignedByte();
            if (c == '\n') {
                break;
            }
            if (c == '\r') {
                if (left() > 0 && in.getBuffer()[in.position()] == '\n') {
                    readByte();
                }
                break;
            }
            line.append((char) c);
        }
        return line.toString();
    }

    @Override
    public String readUTF() throws IOException {
        return DataInputStream.readUTF(this);
    }
}
