package dev.gale.adapter.localfile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.heartbeat.Heartbeats;
import dev.gale.spi.heartbeat.Reading.Beat;
import dev.gale.spi.heartbeat.Reading.Reason;
import dev.gale.spi.heartbeat.WriterIdentity;
import dev.gale.spi.plugin.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever happens to the bytes of a file, no record is found that was not written. */
class FileContentTest {
    private static final long NEWEST = 7;

    private final byte[] file = Beats.fileUpTo(NEWEST);

    @Test
    void theNewerOfTwoRecordsIsFound() {
        assertThat(FileContent.of(file)).isEqualTo(found(NEWEST));
        assertThat(FileContent.of(Beats.fileUpTo(NEWEST + 1))).isEqualTo(found(NEWEST + 1));
    }

    @Test
    void aSingleRecordIsFound() {
        assertThat(FileContent.of(Beats.fileUpTo(1))).isEqualTo(found(1));
    }

    @Test
    void theLargestPayloadAndExtremeNumbersFitIntoAHalf() {
        byte[] payload = new byte[Heartbeats.MAX_PAYLOAD_BYTES];
        Arrays.fill(payload, (byte) -1);
        WriterIdentity extreme = new WriterIdentity(Long.MAX_VALUE, Long.MIN_VALUE, -1);
        StoredBeat largest = new StoredBeat(Long.MIN_VALUE, new Beat(extreme, Long.MAX_VALUE, Bytes.of(payload)));
        ByteBuffer half = Half.encode(largest);

        assertThat(half.remaining()).isLessThanOrEqualTo(Half.BYTES);
        half.get(file, FileContent.offset(Long.MAX_VALUE), half.remaining());
        assertThat(FileContent.of(file).newest()).contains(largest);
    }

    @Test
    void everyNumberComesBackAsItWas() {
        SplittableRandom random = new SplittableRandom(4);
        for (int bits = 0; bits < 64; bits++) {
            for (int round = 0; round < 20; round++) {
                long number = random.nextLong() >>> bits;
                StoredBeat stored = new StoredBeat(
                        -number,
                        new Beat(
                                new WriterIdentity(number, number ^ 1, ~number),
                                Math.max(1, number >>> 1),
                                Bytes.utf8("x")));
                assertThat(BeatWire.decode(BeatWire.encode(stored))).contains(stored);
            }
        }
    }

    /** O-55 */
    @Test
    void aFileThatIsCutAnywhereIsNone() {
        for (int length = 0; length < FileContent.BYTES; length++) {
            FileContent content = FileContent.of(Arrays.copyOf(file, length));

            assertThat(content.newest()).as("cut at %s", length).isEmpty();
            assertThat(content.reason()).contains(length == 0 ? Reason.EMPTY : Reason.TRUNCATED);
        }
    }

    @Test
    void aFileThatIsTooLongIsNone() {
        assertThat(FileContent.of(Arrays.copyOf(file, FileContent.BYTES + 1)).reason())
                .contains(Reason.UNREADABLE);
    }

    /** O-55 */
    @Test
    void aFileOfNulBytesIsNone() {
        assertThat(FileContent.of(new byte[FileContent.BYTES]).reason()).contains(Reason.NUL_FILLED);
    }

    @Test
    void nulBytesFromAnywhereOnLeaveAWholeRecordOrNone() {
        for (int from = 0; from < FileContent.BYTES; from++) {
            byte[] damaged = file.clone();
            Arrays.fill(damaged, from, FileContent.BYTES, (byte) 0);

            assertFoundOrNone(damaged, "NUL bytes from " + from);
        }
    }

    @Test
    void aWriteThatStopsAnywhereLeavesTheRecordBefore() {
        ByteBuffer next = Half.encode(Beats.stored(NEWEST + 1));
        int length = next.remaining();
        for (int written = 0; written < length; written++) {
            byte[] torn = file.clone();
            next.get(0, torn, FileContent.offset(NEWEST + 1), written);

            assertThat(FileContent.of(torn).newest())
                    .as("%s of %s bytes were written", written, length)
                    .contains(Beats.stored(NEWEST));
        }
    }

    @Test
    void aWriteOfWhichOnlySomeBlocksArrivedLeavesTheRecordBefore() {
        ByteBuffer next = Half.encode(Beats.stored(NEWEST + 1));
        for (int block = 16; block <= 512; block *= 2) {
            for (int lost = 0; lost < next.remaining(); lost += block) {
                byte[] torn = file.clone();
                int offset = FileContent.offset(NEWEST + 1);
                next.get(0, torn, offset, next.remaining());
                int from = offset + lost;
                int to = Math.min(from + block, offset + next.remaining());
                if (Arrays.equals(torn, from, to, file, from, to)) {
                    continue;
                }
                System.arraycopy(file, from, torn, from, to - from);

                assertThat(FileContent.of(torn).newest())
                        .as("lost %s bytes at %s", block, lost)
                        .contains(Beats.stored(NEWEST));
            }
        }
    }

    @Test
    void aSingleBitThatFlipsLeavesAWholeRecord() {
        Optional<StoredBeat> newest = Optional.of(Beats.stored(NEWEST));
        Optional<StoredBeat> before = Optional.of(Beats.stored(NEWEST - 1));
        for (int bit = 0; bit < FileContent.BYTES * 8; bit++) {
            byte[] damaged = file.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);

            Optional<StoredBeat> found = FileContent.of(damaged).newest();
            if (!found.equals(newest) && !found.equals(before)) {
                throw new AssertionError("bit " + bit + ": " + found);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void bitsThatFlipNeverMakeAnotherRecord(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 2_000; round++) {
            byte[] damaged = file.clone();
            for (int flips = random.nextInt(1, 64); flips > 0; flips--) {
                damaged[random.nextInt(damaged.length)] ^= (byte) (1 << random.nextInt(8));
            }
            assertFoundOrNone(damaged, "seed " + seed + ", round " + round);
        }
    }

    /** O-55 */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void randomBytesAreNone(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 1_000; round++) {
            byte[] noise = new byte[FileContent.BYTES];
            random.nextBytes(noise);
            if (round % 2 == 0) {
                System.arraycopy(file, 0, noise, 0, 4);
                System.arraycopy(file, Half.BYTES, noise, Half.BYTES, 4);
            }
            assertThat(FileContent.of(noise).newest())
                    .as("seed %s, round %s", seed, round)
                    .isEmpty();
        }
    }

    @Test
    void aRecordOfAnotherFormatIsNoneAlthoughItsChecksumIsRight() {
        byte[] foreign = new byte[FileContent.BYTES];
        ByteBuffer half = Half.frame("somebody else's bytes".getBytes(StandardCharsets.UTF_8));
        half.get(foreign, 0, half.remaining());

        assertThat(FileContent.of(foreign).reason()).contains(Reason.UNREADABLE);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void foreignBytesWithARightChecksumAreNone(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] wire = BeatWire.encode(Beats.stored(NEWEST));
        for (int round = 0; round < 2_000; round++) {
            byte[] changed = Arrays.copyOf(wire, random.nextInt(wire.length));
            for (int flips = random.nextInt(8); flips > 0 && changed.length > 0; flips--) {
                changed[random.nextInt(Math.min(changed.length, 80))] = (byte) random.nextInt();
            }
            byte[] crafted = new byte[FileContent.BYTES];
            ByteBuffer half = Half.frame(changed);
            half.get(crafted, 0, half.remaining());

            assertThat(FileContent.of(crafted).reason())
                    .as("seed %s, round %s", seed, round)
                    .contains(Reason.UNREADABLE);
        }
    }

    private void assertFoundOrNone(byte[] damaged, String what) {
        Optional<StoredBeat> found = FileContent.of(damaged).newest();
        found.ifPresent(beat -> assertThat(beat).as(what).isIn(Beats.stored(NEWEST), Beats.stored(NEWEST - 1)));
    }

    private static FileContent found(long sequence) {
        return new FileContent(Optional.of(Beats.stored(sequence)), Optional.empty(), "");
    }
}
