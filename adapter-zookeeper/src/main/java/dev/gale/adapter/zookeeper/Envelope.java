package dev.gale.adapter.zookeeper;

import dev.gale.spi.metadata.Commit;
import dev.gale.spi.metadata.Key;
import dev.gale.spi.metadata.Version;
import dev.gale.spi.metadata.Versioned;
import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.zookeeper.data.Stat;

/**
 * What a node holds, so that a writer whose answer was lost recognizes its own write:
 *
 * <pre>
 * byte 0        'G'
 * byte 1        1, the number of this format
 * byte 2        n, the length of the request id: 1 to 128; or 0
 * bytes 3..     the request id in ASCII
 * the rest      the value
 * </pre>
 *
 * Length 0 and no rest: no key, just a node that others are below, made by this adapter and free to be removed once it
 * has none. A node without any data is no key either, but somebody else's to remove.
 *
 * <p>A state's version is the id of the transaction that wrote it: ZooKeeper never gives one twice, while a node that
 * was created again counts its own versions anew.
 */
final class Envelope {
    private static final byte MARK = 'G';
    private static final byte FORMAT = 1;
    private static final int HEADER_BYTES = 3;

    private static final byte[] PARENT = {MARK, FORMAT, 0};

    private Envelope() {}

    static byte[] parent() {
        return PARENT.clone();
    }

    static byte[] encode(String requestId, Bytes value) {
        byte[] id = requestId.getBytes(StandardCharsets.US_ASCII);
        ByteBuffer content = ByteBuffer.allocate(HEADER_BYTES + id.length + value.length());
        content.put(MARK).put(FORMAT).put((byte) id.length).put(id).put(value.buffer());
        return content.array();
    }

    /** The key's state; empty for a node that is no key. */
    static Optional<Versioned> decode(Key key, byte[] data, Stat stat) {
        if (isParent(data.length)) {
            return Optional.empty();
        }
        int idLength = Byte.toUnsignedInt(data[2]);
        if (data[0] != MARK
                || data[1] != FORMAT
                || idLength < 1
                || idLength > Commit.MAX_REQUEST_ID_LENGTH
                || data.length < HEADER_BYTES + idLength) {
            throw new EngineException(
                    Category.REJECTED,
                    key + " holds " + data.length + " bytes that no metadata store of Gale wrote: choose another root, "
                            + "or remove that node");
        }
        String requestId = new String(data, HEADER_BYTES, idLength, StandardCharsets.US_ASCII);
        int begin = HEADER_BYTES + idLength;
        Bytes value = Bytes.of(ByteBuffer.wrap(data, begin, data.length - begin));
        return Optional.of(new Versioned(key, version(stat.getMzxid()), requestId, value));
    }

    /** Whether a node with so many bytes is no key. */
    static boolean isParent(int dataLength) {
        return dataLength <= HEADER_BYTES;
    }

    /** Whether a node with so many bytes is one that this adapter made for others to be below. */
    static boolean isOwnParent(int dataLength) {
        return dataLength == HEADER_BYTES;
    }

    static Version version(long transaction) {
        return new Version(Long.toHexString(transaction));
    }
}
