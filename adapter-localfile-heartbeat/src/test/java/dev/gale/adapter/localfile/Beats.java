package dev.gale.adapter.localfile;

import dev.gale.spi.heartbeat.Heartbeats;
import dev.gale.spi.heartbeat.Reading.Beat;
import dev.gale.spi.heartbeat.WriterIdentity;
import dev.gale.spi.plugin.Bytes;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/** Beats that give away any mixture of two: length and content of the payload follow from writer and number. */
final class Beats {
    static final WriterIdentity FIRST = new WriterIdentity(4711, 1_000, 3);
    static final WriterIdentity SECOND = new WriterIdentity(4712, 2_000, 4);

    private static final long NUMBER = 0x5EED_0F_BEA7L;

    private Beats() {}

    static Beat of(WriterIdentity writer, long sequence) {
        return new Beat(writer, sequence, payload(writer, sequence));
    }

    static Bytes payload(WriterIdentity writer, long sequence) {
        SplittableRandom content = new SplittableRandom(writer.pid() * 1_000_003 + sequence);
        byte[] payload = new byte[content.nextInt(Heartbeats.MAX_PAYLOAD_BYTES + 1)];
        content.nextBytes(payload);
        return Bytes.of(payload);
    }

    static StoredBeat stored(long sequence) {
        return new StoredBeat(NUMBER, of(FIRST, sequence));
    }

    /** The file after records up to this number, longer ones under shorter ones included. */
    static byte[] fileUpTo(long sequence) {
        byte[] file = new byte[FileContent.BYTES];
        for (long each = 1; each <= sequence; each++) {
            ByteBuffer half = Half.encode(stored(each));
            half.get(file, FileContent.offset(each), half.remaining());
        }
        return file;
    }
}
