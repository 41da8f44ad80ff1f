package dev.gale.runtime.code;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** Zips that no library would write. */
final class RawZip {
    /** What an entry claims, in both of its headers. */
    static final class Entry {
        final byte[] content;
        byte[] name;
        byte[] localName;
        int mode;
        int madeBy = 3;
        int flags;
        int method = 8;
        int localMethod = 8;
        long size;
        long localSize;
        long packedSize = -1;
        long crc;
        int localExtra;
        long offset = -1;

        Entry(String name, byte[] content) {
            this.content = content;
            this.name = name.getBytes(StandardCharsets.UTF_8);
            localName = this.name;
            size = content.length;
            localSize = content.length;
            CRC32 sum = new CRC32();
            sum.update(content);
            crc = sum.getValue();
        }

        byte[] data() {
            return method == 8 ? deflated(content) : content;
        }
    }

    final List<Entry> entries = new ArrayList<>();
    byte[] before = {};
    byte[] behind = {};
    int count = -1;
    boolean wide;

    Entry add(String name) {
        return add(name, "content".getBytes(StandardCharsets.UTF_8));
    }

    Entry add(String name, byte[] content) {
        Entry entry = new Entry(name, content);
        entries.add(entry);
        return entry;
    }

    byte[] bytes() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(before);
        for (Entry entry : entries) {
            byte[] data = entry.data();
            if (entry.packedSize < 0) {
                entry.packedSize = data.length;
            }
            if (entry.offset < 0) {
                entry.offset = out.size();
            }
            ByteBuffer local = buffer(30);
            local.putInt(0x04034b50).putShort((short) 20).putShort((short) entry.flags);
            local.putShort((short) entry.localMethod).putInt(0).putInt((int) entry.crc);
            local.putInt((int) entry.packedSize).putInt((int) entry.localSize);
            local.putShort((short) entry.localName.length).putShort((short) entry.localExtra);
            out.writeBytes(local.array());
            out.writeBytes(entry.localName);
            out.writeBytes(data);
        }
        int start = out.size();
        for (Entry entry : entries) {
            ByteBuffer central = buffer(46);
            central.putInt(0x02014b50)
                    .putShort((short) (entry.madeBy << 8 | 20))
                    .putShort((short) 20);
            central.putShort((short) entry.flags).putShort((short) entry.method).putInt(0);
            central.putInt((int) entry.crc).putInt((int) entry.packedSize).putInt((int) entry.size);
            central.putShort((short) entry.name.length)
                    .putShort((short) (wide ? 12 : 0))
                    .putShort((short) 0);
            central.putShort((short) 0).putShort((short) 0).putInt(entry.mode << 16);
            central.putInt(wide ? -1 : (int) entry.offset);
            out.writeBytes(central.array());
            out.writeBytes(entry.name);
            if (wide) {
                out.writeBytes(buffer(12)
                        .putShort((short) 1)
                        .putShort((short) 8)
                        .putLong(entry.offset)
                        .array());
            }
        }
        int bytes = out.size() - start;
        int total = count < 0 ? entries.size() : count;
        if (wide) {
            ByteBuffer end = buffer(76);
            int at = out.size();
            end.putInt(0x06064b50)
                    .putLong(44)
                    .putShort((short) 45)
                    .putShort((short) 45)
                    .putInt(0)
                    .putInt(0);
            end.putLong(total).putLong(total).putLong(bytes).putLong(start);
            end.putInt(0x07064b50).putInt(0).putLong(at).putInt(1);
            out.writeBytes(end.array());
        }
        ByteBuffer end = buffer(22);
        end.putInt(0x06054b50).putInt(0);
        end.putShort((short) (wide ? -1 : total)).putShort((short) (wide ? -1 : total));
        end.putInt(wide ? -1 : bytes).putInt(wide ? -1 : start).putShort((short) 0);
        out.writeBytes(end.array());
        out.writeBytes(behind);
        return out.toByteArray();
    }

    private static ByteBuffer buffer(int length) {
        return ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] deflated(byte[] content) {
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true);
        deflater.setInput(content);
        deflater.finish();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] buffer = new byte[8192];
        while (!deflater.finished()) {
            out.write(buffer, 0, deflater.deflate(buffer));
        }
        deflater.end();
        return out.toByteArray();
    }
}
