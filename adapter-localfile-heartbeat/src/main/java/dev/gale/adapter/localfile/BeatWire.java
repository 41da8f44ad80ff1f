package dev.gale.adapter.localfile;

import dev.gale.spi.heartbeat.Heartbeats;
import dev.gale.spi.heartbeat.Reading.Beat;
import dev.gale.spi.heartbeat.WriterIdentity;
import dev.gale.spi.plugin.Bytes;
import java.util.Arrays;
import java.util.Optional;
import net.openhft.chronicle.wire.BinaryWire;

/**
 * A beat in Chronicle's binary wire format: its fields by name and in this order, written one by one and over bytes of
 * the heap. No class is described by reflection and nothing is mapped, since both would need options of the JVM.
 */
final class BeatWire {
    private static final String WRITER = "writer";
    private static final String SEQUENCE = "sequence";
    private static final String PID = "pid";
    private static final String START = "start";
    private static final String GENERATION = "generation";
    private static final String PAYLOAD = "payload";

    private BeatWire() {}

    static byte[] encode(StoredBeat stored) {
        net.openhft.chronicle.bytes.Bytes<byte[]> bytes =
                net.openhft.chronicle.bytes.Bytes.allocateElasticOnHeap(Half.MAX_WIRE_BYTES);
        BinaryWire wire = new BinaryWire(bytes);
        Beat beat = stored.beat();
        wire.write(WRITER).int64(stored.writer());
        wire.write(SEQUENCE).int64(beat.sequence());
        wire.write(PID).int64(beat.writer().pid());
        wire.write(START).int64(beat.writer().processStart());
        wire.write(GENERATION).int64(beat.writer().generation());
        wire.write(PAYLOAD).bytes(beat.payload().toArray());
        return bytes.toByteArray();
    }

    /** The beat, if these are exactly the bytes that are written for it. */
    static Optional<StoredBeat> decode(byte[] content) {
        try {
            StoredBeat stored = read(content);
            return Arrays.equals(encode(stored), content) ? Optional.of(stored) : Optional.empty();
        } catch (RuntimeException | AssertionError e) {
            // The format has no checks of its own: foreign bytes end in any exception, or in an assertion where those
            // are on.
            return Optional.empty();
        }
    }

    private static StoredBeat read(byte[] content) {
        BinaryWire wire = new BinaryWire(net.openhft.chronicle.bytes.Bytes.wrapForRead(content));
        long writer = wire.read(WRITER).int64();
        long sequence = wire.read(SEQUENCE).int64();
        WriterIdentity identity = new WriterIdentity(
                wire.read(PID).int64(),
                wire.read(START).int64(),
                wire.read(GENERATION).int64());
        byte[] payload = wire.read(PAYLOAD).bytes();
        if (sequence < 1 || payload == null || payload.length > Heartbeats.MAX_PAYLOAD_BYTES) {
            throw new IllegalArgumentException("no beat");
        }
        return new StoredBeat(writer, new Beat(identity, sequence, Bytes.of(payload)));
    }
}
