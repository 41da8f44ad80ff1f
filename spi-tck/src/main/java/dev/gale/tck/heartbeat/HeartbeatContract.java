package dev.gale.tck.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.gale.spi.heartbeat.HeartbeatReader;
import dev.gale.spi.heartbeat.HeartbeatWriter;
import dev.gale.spi.heartbeat.Heartbeats;
import dev.gale.spi.heartbeat.Reading;
import dev.gale.spi.heartbeat.Reading.Beat;
import dev.gale.spi.heartbeat.Reading.NoHeartbeat;
import dev.gale.spi.heartbeat.Reading.Reason;
import dev.gale.spi.heartbeat.WriterIdentity;
import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import dev.gale.tck.AdapterThreads;
import dev.gale.tck.Patience;
import dev.gale.tck.TckContext;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every {@link Heartbeats} keeps. The numbers are those of its rules. */
public abstract class HeartbeatContract {
    private static final WriterIdentity FIRST = new WriterIdentity(4711, 1_000, 3);
    private static final WriterIdentity SECOND = new WriterIdentity(4712, 2_000, 4);

    private final TckContext context = new TckContext();
    private Heartbeats heartbeats;
    private Path place;

    /** Opens the port. The suite closes it. */
    protected abstract Heartbeats open(TckContext context) throws Exception;

    /** A place that no test has used yet. */
    protected abstract Path freshPlace() throws Exception;

    /**
     * Damages all of the record that was written at {@code place}, so that it is to read as {@code reason}: cuts it,
     * fills it with NUL bytes, changes a byte, puts a directory in its place.
     */
    protected abstract void damage(Path place, Reason reason) throws Exception;

    /** Leaves what was written at {@code place} as if the newest write had stopped half-way. */
    protected abstract void breakOffNewestWrite(Path place) throws Exception;

    /**
     * Whether this thread may outlive {@code close}: the test bench started it in {@code open}, or a library keeps one for the whole
     * process, however often the port is opened.
     */
    protected boolean mayOutliveClose(Thread thread) {
        return false;
    }

    protected Patience patience() {
        return Patience.fromSystemProperty();
    }

    @BeforeEach
    final void openPort() throws Exception {
        heartbeats = open(context);
        place = freshPlace();
    }

    @AfterEach
    final void closePort() {
        heartbeats.close();
        assertThat(context.liveThreads()).as("threads after close").isEmpty();
    }

    @Test
    void rule1_aReadAfterAWriteFindsWhatWasWritten() {
        try (HeartbeatWriter writer = heartbeats.writer(place, FIRST);
                HeartbeatReader reader = heartbeats.reader(place)) {
            long first = writer.write(Bytes.utf8("one"));
            Reading afterFirst = reader.read();
            long second = writer.write(Bytes.empty());
            Reading afterSecond = reader.read();

            assertThat(first).isEqualTo(1);
            assertThat(afterFirst).isEqualTo(new Beat(FIRST, 1, Bytes.utf8("one")));
            assertThat(second).isEqualTo(2);
            assertThat(afterSecond).isEqualTo(new Beat(FIRST, 2, Bytes.empty()));
        }
    }

    @Test
    void rule1_extremeIdentitiesAndTheLargestPayloadComeBackAsTheyWere() {
        WriterIdentity extreme = new WriterIdentity(Long.MAX_VALUE, Long.MIN_VALUE, -1);
        try (HeartbeatWriter writer = heartbeats.writer(place, extreme)) {
            writer.write(bytes(Heartbeats.MAX_PAYLOAD_BYTES, 7));

            assertThat(read(place)).isEqualTo(new Beat(extreme, 1, bytes(Heartbeats.MAX_PAYLOAD_BYTES, 7)));
        }
    }

    @Test
    void rule2_readersSeeWholeRecordsThatNeverGoBack() {
        int writes = 20_000;
        AtomicBoolean done = new AtomicBoolean();
        try (HeartbeatWriter writer = heartbeats.writer(place, FIRST);
                HeartbeatReader reader = heartbeats.reader(place)) {
            writer.write(patterned(1));
            CompletableFuture<Void> reading = CompletableFuture.runAsync(() -> readUntil(done, reader));
            for (int sequence = 2; sequence <= writes; sequence++) {
                writer.write(patterned(sequence));
            }
            done.set(true);
            patience().await(reading);

            assertThat(reader.read()).isEqualTo(new Beat(FIRST, writes, patterned(writes)));
        }
    }

    private static void readUntil(AtomicBoolean done, HeartbeatReader reader) {
        long last = 0;
        while (!done.get()) {
            Reading reading = reader.read();
            assertThat(reading).isInstanceOf(Beat.class);
            Beat beat = (Beat) reading;
            assertThat(beat.sequence()).isGreaterThanOrEqualTo(last);
            assertThat(beat).isEqualTo(new Beat(FIRST, beat.sequence(), patterned(beat.sequence())));
            last = beat.sequence();
        }
    }

    @Test
    void rule3_aPlaceWithoutRecordReadsAsAbsentAndNamesThePlace() {
        try (HeartbeatReader reader = heartbeats.reader(place)) {
            assertThat(reader.read()).isInstanceOfSatisfying(NoHeartbeat.class, none -> {
                assertThat(none.reason()).isEqualTo(Reason.ABSENT);
                assertThat(none.detail()).contains(String.valueOf(place.getFileName()));
            });
        }
    }

    @Test
    void rule3_aReaderThatWasThereFirstFindsTheRecordLater() {
        try (HeartbeatReader reader = heartbeats.reader(place)) {
            assertThat(reasonOf(reader.read())).isEqualTo(Reason.ABSENT);
            try (HeartbeatWriter writer = heartbeats.writer(place, FIRST)) {
                assertThat(reader.read()).isInstanceOf(NoHeartbeat.class);
                writer.write(Bytes.utf8("one"));
            }
            assertThat(reader.read()).isEqualTo(new Beat(FIRST, 1, Bytes.utf8("one")));
        }
    }

    @ParameterizedTest
    @EnumSource(Reason.class)
    void rule3_damageIsAReasonAndHealsWithANewWriter(Reason reason) throws Exception {
        try (HeartbeatReader reader = heartbeats.reader(place)) {
            try (HeartbeatWriter writer = heartbeats.writer(place, FIRST)) {
                writer.write(Bytes.utf8("one"));
                writer.write(Bytes.utf8("two"));
                assertThat(reader.read()).isInstanceOf(Beat.class);
            }
            damage(place, reason);

            assertThat(reasonOf(reader.read())).isEqualTo(reason);
            assertThat(reasonOf(read(place))).isEqualTo(reason);

            heartbeats.remove(place);
            try (HeartbeatWriter writer = heartbeats.writer(place, SECOND)) {
                writer.write(Bytes.utf8("anew"));
            }
            assertThat(reader.read()).isEqualTo(new Beat(SECOND, 1, Bytes.utf8("anew")));
        }
    }

    @Test
    void rule4_theRecordBeforeAnInterruptedWriteStaysReadable() throws Exception {
        try (HeartbeatWriter writer = heartbeats.writer(place, FIRST)) {
            writer.write(Bytes.utf8("one"));
            writer.write(Bytes.utf8("two"));
            writer.write(Bytes.utf8("three"));
        }
        breakOffNewestWrite(place);

        assertThat(read(place)).isEqualTo(new Beat(FIRST, 2, Bytes.utf8("two")));
    }

    @Test
    void rule5_aNewWriterReplacesAnOlderOneWithAHigherSequence() {
        try (HeartbeatWriter older = heartbeats.writer(place, FIRST);
                HeartbeatReader reader = heartbeats.reader(place)) {
            for (int i = 0; i < 5; i++) {
                older.write(Bytes.utf8("older"));
            }
            assertThat(reader.read()).isInstanceOf(Beat.class);
            try (HeartbeatWriter newer = heartbeats.writer(place, SECOND)) {
                for (int sequence = 1; sequence <= 3; sequence++) {
                    newer.write(Bytes.utf8("newer"));

                    assertThat(reader.read()).isEqualTo(new Beat(SECOND, sequence, Bytes.utf8("newer")));
                    assertThat(read(place)).isEqualTo(new Beat(SECOND, sequence, Bytes.utf8("newer")));
                }
            }
        }
    }

    @Test
    void rule5_whatAnOlderWriterStillWritesIsNotFound() {
        try (HeartbeatWriter older = heartbeats.writer(place, FIRST);
                HeartbeatWriter newer = heartbeats.writer(place, SECOND);
                HeartbeatReader reader = heartbeats.reader(place)) {
            older.write(Bytes.utf8("older"));
            for (int sequence = 1; sequence <= 3; sequence++) {
                newer.write(Bytes.utf8("newer"));
                writeOrBeFenced(older);

                assertThat(reader.read()).isEqualTo(new Beat(SECOND, sequence, Bytes.utf8("newer")));
                assertThat(read(place)).isEqualTo(new Beat(SECOND, sequence, Bytes.utf8("newer")));
            }
        }
    }

    private static void writeOrBeFenced(HeartbeatWriter older) {
        try {
            older.write(Bytes.utf8("older"));
        } catch (EngineException e) {
            assertThat(e.category()).isEqualTo(Category.FENCED);
        }
    }

    @Test
    void rule6_aPayloadOverTheLimitIsRefusedAndTheRecordStays() {
        try (HeartbeatWriter writer = heartbeats.writer(place, FIRST)) {
            writer.write(Bytes.utf8("one"));

            assertThatExceptionOfType(EngineException.class)
                    .isThrownBy(() -> writer.write(bytes(Heartbeats.MAX_PAYLOAD_BYTES + 1, 1)))
                    .satisfies(e -> assertThat(e.category()).isEqualTo(Category.REJECTED));
            assertThat(read(place)).isEqualTo(new Beat(FIRST, 1, Bytes.utf8("one")));
            assertThat(writer.write(Bytes.utf8("two"))).isEqualTo(2);
        }
    }

    @Test
    void rule7_placesAreIndependent() throws Exception {
        Path other = freshPlace();
        try (HeartbeatWriter writer = heartbeats.writer(place, FIRST);
                HeartbeatWriter otherWriter = heartbeats.writer(other, SECOND)) {
            writer.write(Bytes.utf8("one"));
            otherWriter.write(Bytes.utf8("other"));
            heartbeats.remove(place);

            assertThat(reasonOf(read(place))).isEqualTo(Reason.ABSENT);
            assertThat(read(other)).isEqualTo(new Beat(SECOND, 1, Bytes.utf8("other")));
        }
    }

    @Test
    void rule7_closingLeavesTheRecordAndRemovingForgetsIt() {
        HeartbeatWriter writer = heartbeats.writer(place, FIRST);
        writer.write(Bytes.utf8("one"));
        writer.close();

        assertThat(read(place)).isEqualTo(new Beat(FIRST, 1, Bytes.utf8("one")));

        heartbeats.remove(place);
        heartbeats.remove(place);

        assertThat(reasonOf(read(place))).isEqualTo(Reason.ABSENT);
    }

    @Test
    void rule8_manyThreadsMayReadAtOnce() {
        try (HeartbeatWriter writer = heartbeats.writer(place, FIRST);
                HeartbeatReader reader = heartbeats.reader(place)) {
            writer.write(Bytes.utf8("one"));
            CompletableFuture<?>[] readers = new CompletableFuture<?>[4];
            for (int i = 0; i < readers.length; i++) {
                readers[i] = CompletableFuture.runAsync(() -> {
                    for (int n = 0; n < 1_000; n++) {
                        assertThat(reader.read()).isEqualTo(new Beat(FIRST, 1, Bytes.utf8("one")));
                    }
                });
            }
            patience().await(CompletableFuture.allOf(readers));
        }
    }

    @Test
    void rule9_closeIsIdempotentAndCallsAfterItFail() {
        HeartbeatWriter writer = heartbeats.writer(place, FIRST);
        HeartbeatReader reader = heartbeats.reader(place);
        writer.close();
        writer.close();
        reader.close();
        reader.close();

        assertThatIllegalStateException().isThrownBy(() -> writer.write(Bytes.empty()));
        assertThatIllegalStateException().isThrownBy(reader::read);
    }

    @Test
    void rule9_closingTheWholeEndsItsWritersAndReaders() {
        HeartbeatWriter writer = heartbeats.writer(place, FIRST);
        HeartbeatReader reader = heartbeats.reader(place);
        heartbeats.close();
        heartbeats.close();

        assertThatIllegalStateException().isThrownBy(() -> writer.write(Bytes.empty()));
        assertThatIllegalStateException().isThrownBy(reader::read);
        assertThatIllegalStateException().isThrownBy(() -> heartbeats.reader(place));
        assertThatIllegalStateException().isThrownBy(() -> heartbeats.writer(place, FIRST));
        assertThatIllegalStateException().isThrownBy(() -> heartbeats.remove(place));
    }

    @Test
    void rule9_noThreadThatTheAdapterStartedOutlivesClose() {
        AdapterThreads threads = new AdapterThreads(patience(), this::mayOutliveClose);
        List<String> alive = threads.leftBy(() -> {
            try (Heartbeats own = open(context);
                    HeartbeatWriter writer = own.writer(place, FIRST);
                    HeartbeatReader reader = own.reader(place)) {
                writer.write(Bytes.utf8("one"));
                reader.read();
            }
        });

        assertThat(alive).as("threads that outlive close").isEmpty();
    }

    private Reading read(Path where) {
        try (HeartbeatReader reader = heartbeats.reader(where)) {
            return reader.read();
        }
    }

    private static Reason reasonOf(Reading reading) {
        assertThat(reading).isInstanceOf(NoHeartbeat.class);
        return ((NoHeartbeat) reading).reason();
    }

    /** A payload that tells its sequence number and is inconsistent when mixed with another. */
    private static Bytes patterned(long sequence) {
        ByteBuffer content = ByteBuffer.allocate(512);
        while (content.hasRemaining()) {
            content.putLong(sequence);
        }
        return Bytes.of(content.array());
    }

    private static Bytes bytes(int length, int value) {
        byte[] content = new byte[length];
        Arrays.fill(content, (byte) value);
        return Bytes.of(content);
    }
}
