package dev.gale.adapter.localfile;

import dev.gale.spi.heartbeat.Reading.Reason;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What happens to files. In place, so that the file stays the same one. */
final class Damage {
    private Damage() {}

    static void to(Path place, Reason reason) throws IOException {
        switch (reason) {
            case ABSENT -> Files.delete(place);
            case EMPTY -> cut(place, 0);
            case TRUNCATED -> cut(place, FileContent.BYTES - 1);
            case NUL_FILLED -> overwrite(place, new byte[FileContent.BYTES]);
            case BAD_CHECKSUM -> {
                flip(place, 20);
                flip(place, Half.BYTES + 20);
            }
            case UNREADABLE -> {
                Files.delete(place);
                Files.createDirectory(place);
            }
        }
    }

    static void cut(Path place, int length) throws IOException {
        try (FileChannel file = FileChannel.open(place, StandardOpenOption.WRITE)) {
            file.truncate(length);
        }
    }

    static void overwrite(Path place, byte[] content) throws IOException {
        try (FileChannel file = FileChannel.open(place, StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.wrap(content), 0);
            file.truncate(content.length);
        }
    }

    static void flip(Path place, int at) throws IOException {
        byte[] content = Files.readAllBytes(place);
        content[at] ^= 1;
        overwrite(place, content);
    }

    /** As if the write of this record had stopped in the middle of its bytes. */
    static void breakOff(Path place, long sequence) throws IOException {
        byte[] content = Files.readAllBytes(place);
        int from = FileContent.offset(sequence) + 40;
        for (int at = from; at < from + 200; at++) {
            content[at] = (byte) 0xEE;
        }
        overwrite(place, content);
    }
}
