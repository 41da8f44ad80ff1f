package com.example.directory;

import com.example.directory.State.Entry;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.Version;
import dev.gale.spi.metadata.Versioned;
import dev.gale.spi.plugin.Bytes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32;

/** A state as bytes: a mark, the sessions, the entries, and a checksum of all that. */
final class StateFormat {
    private static final int MARK = 0x47444931;

    private StateFormat() {}

    static byte[] encode(State state) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeInt(MARK);
            out.writeLong(state.revision());
            out.writeInt(state.sessions().size());
            for (Map.Entry<String, Long> session : state.sessions().entrySet()) {
                out.writeUTF(session.getKey());
                out.writeLong(session.getValue());
            }
            out.writeInt(state.entries().size());
            for (Entry entry : state.entries().values()) {
                Versioned value = entry.state();
                out.writeUTF(value.key().path());
                out.writeUTF(value.version().token());
                out.writeUTF(value.requestId());
                out.writeUTF(entry.session());
                out.writeInt(value.value().length());
                out.write(value.value().toArray());
            }
            out.writeLong(checksum(bytes.toByteArray(), bytes.size()));
        } catch (IOException e) {
            throw new UncheckedIOException("a write to memory", e);
        }
        return bytes.toByteArray();
    }

    /** @throws IOException if these are not the bytes of a state */
    static State decode(byte[] bytes) throws IOException {
        int length = bytes.length - Long.BYTES;
        if (length < 0 || ByteBuffer.wrap(bytes, length, Long.BYTES).getLong() != checksum(bytes, length)) {
            throw new IOException("its checksum is wrong");
        }
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes, 0, length))) {
            if (in.readInt() != MARK) {
                throw new IOException("it is of another version");
            }
            long revision = in.readLong();
            Map<String, Long> sessions = new HashMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                sessions.put(in.readUTF(), in.readLong());
            }
            TreeMap<String, Entry> entries = new TreeMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                Entry entry = entry(in);
                entries.put(entry.state().key().path(), entry);
            }
            return new State(revision, sessions, entries);
        }
    }

    private static Entry entry(DataInputStream in) throws IOException {
        Key key = Key.of(in.readUTF());
        Version version = new Version(in.readUTF());
        String requestId = in.readUTF();
        String session = in.readUTF();
        Bytes value = Bytes.of(in.readNBytes(in.readInt()));
        return new Entry(new Versioned(key, version, requestId, value), session);
    }

    private static long checksum(byte[] bytes, int length) {
        CRC32 checksum = new CRC32();
        checksum.update(bytes, 0, length);
        return checksum.getValue();
    }
}
