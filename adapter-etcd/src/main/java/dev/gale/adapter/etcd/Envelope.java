package dev.gale.adapter.etcd;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.Version;
import dev.gale.spi.metadata.Versioned;
import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import io.etcd.jetcd.api.KeyValue;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * What etcd holds under a key, so that a writer whose answer was lost recognizes its own write:
 *
 * <pre>
 * byte 0        'G'
 * byte 1        1, the number of this format
 * byte 2        n, the length of the request id: 1 to 128
 * bytes 3..     the request id in ASCII
 * the rest      the value
 * </pre>
 *
 * <p>A state's version is the revision of the store that wrote it: etcd never gives one twice, while a key that was
 * created again counts its own version anew.
 */
final class Envelope {
    private static final byte MARK = 'G';
    private static final byte FORMAT = 1;
    private static final int HEADER_BYTES = 3;

    private Envelope() {}

    static ByteString encode(String requestId, Bytes value) {
        byte[] id = requestId.getBytes(StandardCharsets.US_ASCII);
        ByteBuffer content = ByteBuffer.allocate(HEADER_BYTES + id.length + value.length());
        content.put(MARK).put(FORMAT).put((byte) id.length).put(id).put(value.buffer());
        // Nobody else has the array.
        return UnsafeByteOperations.unsafeWrap(content.array());
    }

    static Versioned decode(Key key, KeyValue state) {
        ByteString data = state.getValue();
        int idLength = data.size() < HEADER_BYTES ? 0 : Byte.toUnsignedInt(data.byteAt(2));
        int begin = HEADER_BYTES + idLength;
        if (idLength < 1
                || idLength > Commit.MAX_REQUEST_ID_LENGTH
                || data.byteAt(0) != MARK
                || data.byteAt(1) != FORMAT
                || data.size() < begin) {
            throw new EngineException(
                    Category.REJECTED,
                    key + " holds " + data.size() + " bytes that no metadata store of Gale wrote: choose another root, "
                            + "or remove that key");
        }
        String requestId = data.substring(HEADER_BYTES, begin).toString(StandardCharsets.US_ASCII);
        Bytes value = Bytes.of(data.substring(begin).asReadOnlyByteBuffer());
        return new Versioned(key, version(state.getModRevision()), requestId, value);
    }

    static Version version(long revision) {
        return new Version(Long.toHexString(revision));
    }

    /** The revision that the version names; for a version of another store one that no key ever has. */
    static long revision(Version version) {
        try {
            long revision = Long.parseLong(version.token(), 16);
            return version(revision).equals(version) && revision > 0 ? revision : -1;
        } catch (NumberFormatException e) {
            return -1;
        }
    }
}
