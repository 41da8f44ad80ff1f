package dev.gale.runtime.code;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipException;

/**
 * The central directory of a zip: APPNOTE.TXT 6.3, sections 4.3.12 to 4.3.16. The JDK reads it as well, but does not tell which entries
 * are links, nor where they lie.
 */
final class ZipDirectory {
    private static final int END = 0x06054b50;
    private static final int END_BYTES = 22;
    private static final int END64_LOCATOR = 0x07064b50;
    private static final int END64_LOCATOR_BYTES = 20;
    private static final int END64 = 0x06064b50;
    private static final int END64_BYTES = 56;
    private static final int CENTRAL = 0x02014b50;
    private static final int CENTRAL_BYTES = 46;
    private static final int MAX_COMMENT = 0xffff;
    private static final int MAX_DIRECTORY_BYTES = 64 << 20;
    private static final int ZIP64_EXTRA = 1;
    private static final long MAGIC32 = 0xffffffffL;
    private static final int UNIX = 3;
    private static final int DARWIN = 19;

    private final FileChannel zip;
    private long start;
    private long bytes;
    private long count;

    private ZipDirectory(FileChannel zip) {
        this.zip = zip;
    }

    /** @throws ZipException whose message goes on after "it", if it is no zip, has too many entries, or contradicts itself */
    static ZipDirectory of(FileChannel zip, int maxEntries) throws IOException {
        ZipDirectory directory = new ZipDirectory(zip);
        directory.find();
        if (directory.count > maxEntries || directory.count < 0) {
            throw new ZipException(
                    "has " + Long.toUnsignedString(directory.count) + " entries, more than " + maxEntries);
        }
        return directory;
    }

    /** Where the directory begins, and entries end. */
    long start() {
        return start;
    }

    List<ZipItem> items() throws IOException {
        ByteBuffer in = read(zip, start, (int) bytes);
        List<ZipItem> items = new ArrayList<>();
        for (long i = 0; i < count; i++) {
            items.add(item(in));
        }
        if (in.hasRemaining()) {
            throw new ZipException("has " + in.remaining() + " bytes behind its last entry");
        }
        return items;
    }

    /** Little endian. @throws ZipException if it ends before */
    static ByteBuffer read(FileChannel zip, long from, int length) throws IOException {
        if (from < 0 || from > zip.size() - length) {
            throw new ZipException("is cut off");
        }
        ByteBuffer buffer = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        while (buffer.hasRemaining()) {
            if (zip.read(buffer, from + buffer.position()) < 0) {
                throw new ZipException("is cut off");
            }
        }
        return buffer.flip();
    }

    private void find() throws IOException {
        long length = zip.size();
        int tail = (int) Math.min(length, END_BYTES + MAX_COMMENT);
        ByteBuffer in = read(zip, length - tail, tail);
        for (int at = tail - END_BYTES; at >= 0; at--) {
            if (in.getInt(at) == END && at + END_BYTES + unsigned16(in, at + 20) == tail) {
                readEnd(in, at, length - tail + at);
                return;
            }
        }
        throw new ZipException("is no zip");
    }

    private void readEnd(ByteBuffer in, int at, long position) throws IOException {
        if (unsigned16(in, at + 4) != 0 || unsigned16(in, at + 6) != 0) {
            throw new ZipException("is one part of a zip");
        }
        count = unsigned16(in, at + 10);
        bytes = unsigned32(in, at + 12);
        start = unsigned32(in, at + 16);
        long end = position;
        if (count == 0xffff || bytes == MAGIC32 || start == MAGIC32) {
            end = readEnd64(position);
        }
        if (bytes < 0 || start < 0 || start > end || end - start != bytes) {
            throw new ZipException("has something before its first entry or behind its last");
        }
        if (bytes > MAX_DIRECTORY_BYTES) {
            throw new ZipException("has a directory of " + bytes + " bytes, more than " + MAX_DIRECTORY_BYTES);
        }
    }

    /** @return where the directory ends */
    private long readEnd64(long end) throws IOException {
        if (end < END64_LOCATOR_BYTES) {
            return end;
        }
        ByteBuffer locator = read(zip, end - END64_LOCATOR_BYTES, END64_LOCATOR_BYTES);
        if (locator.getInt(0) != END64_LOCATOR) {
            return end; // a number that just looks like the sign for a larger one
        }
        long position = locator.getLong(8);
        ByteBuffer in = read(zip, position, END64_BYTES);
        if (in.getInt(0) != END64) {
            throw new ZipException("has no end where it says");
        }
        count = in.getLong(32);
        bytes = in.getLong(40);
        start = in.getLong(48);
        return position;
    }

    private static ZipItem item(ByteBuffer in) throws ZipException {
        int at = in.position();
        if (in.remaining() < CENTRAL_BYTES || in.getInt(at) != CENTRAL) {
            throw new ZipException("has fewer entries than it says");
        }
        int nameBytes = unsigned16(in, at + 28);
        int extraBytes = unsigned16(in, at + 30);
        int all = CENTRAL_BYTES + nameBytes + extraBytes + unsigned16(in, at + 32);
        if (in.remaining() < all) {
            throw new ZipException("is cut off in its directory");
        }
        byte[] rawName = new byte[nameBytes];
        in.get(at + CENTRAL_BYTES, rawName);
        Numbers numbers = new Numbers(unsigned32(in, at + 24), unsigned32(in, at + 20), unsigned32(in, at + 42))
                .widened(in, at + CENTRAL_BYTES + nameBytes, extraBytes);
        in.position(at + all);
        int madeBy = unsigned16(in, at + 4) >> 8;
        boolean unix = madeBy == UNIX || madeBy == DARWIN;
        return new ZipItem(
                name(rawName),
                rawName,
                unix ? unsigned16(in, at + 40) : 0,
                unsigned16(in, at + 8),
                unsigned16(in, at + 10),
                unsigned32(in, at + 16),
                numbers.packed(),
                numbers.size(),
                numbers.offset());
    }

    private static String name(byte[] raw) throws ZipException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(raw))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new ZipException("has an entry '" + Shown.of(new String(raw, StandardCharsets.ISO_8859_1))
                    + "' whose name is not in UTF-8");
        }
    }

    static int unsigned16(ByteBuffer in, int at) {
        return Short.toUnsignedInt(in.getShort(at));
    }

    static long unsigned32(ByteBuffer in, int at) {
        return Integer.toUnsignedLong(in.getInt(at));
    }

    private record Numbers(long size, long packed, long offset) {
        /** Those that need more than 32 bits are in an extra field, in this order. */
        Numbers widened(ByteBuffer in, int extraAt, int extraBytes) throws ZipException {
            int at = extraAt;
            int end = extraAt + extraBytes;
            while (end - at >= 4) {
                int length = unsigned16(in, at + 2);
                if (unsigned16(in, at) == ZIP64_EXTRA) {
                    return widened(
                            in.slice(at + 4, Math.min(length, end - at - 4)).order(ByteOrder.LITTLE_ENDIAN));
                }
                at += 4 + length;
            }
            return this;
        }

        private Numbers widened(ByteBuffer extra) throws ZipException {
            return new Numbers(next(size, extra), next(packed, extra), next(offset, extra));
        }

        private static long next(long number, ByteBuffer extra) throws ZipException {
            if (number != MAGIC32) {
                return number;
            }
            if (extra.remaining() < Long.BYTES) {
                throw new ZipException("is cut off in its directory");
            }
            long wide = extra.getLong();
            if (wide < 0) {
                throw new ZipException("has a size below 0");
            }
            return wide;
        }
    }
}
