package dev.gale.runtime.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.gale.spi.plugin.EngineException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.assertj.core.api.Assumptions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class InboxIT {
    private static final byte[] JAR = new Jars().with("words.txt", "one two").bytes();
    private static final String SHA = sha(JAR);
    private static final InboxLimits LIMITS = new InboxLimits(100_000, 50_000, 3, Duration.ofMinutes(10));

    @TempDir
    Path temporary;

    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private Path directory;
    private Inbox inbox;

    @BeforeEach
    void open() {
        directory = temporary.resolve("nimbus").resolve("inbox");
        inbox = Inbox.open(directory, LIMITS, nanos::get);
    }

    @AfterEach
    void close() {
        inbox.close();
        assertThat(names()).isEmpty();
    }

    static List<String> hostileNames() {
        return HostileNames.all();
    }

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 50);
    }

    @Test
    void aSubmitGetsWhatWasUploaded() throws Exception {
        String id = inbox.begin("ann", JAR.length, SHA).id();
        assertThat(inbox.chunk("ann", id, 0, Arrays.copyOf(JAR, 10)))
                .isEqualTo(new UploadStatus(id, JAR.length, 10, false));
        assertThat(inbox.status("ann", id).received()).isEqualTo(10);
        inbox.chunk("ann", id, 10, Arrays.copyOfRange(JAR, 10, JAR.length));
        assertThat(inbox.finish("ann", id)).isEqualTo(new UploadStatus(id, JAR.length, JAR.length, true));
        assertThat(inbox.finish("ann", id).finished()).isTrue();

        try (ClaimedUpload upload = inbox.claim("ann", id)) {
            assertThat(upload.file()).hasBinaryContent(JAR).hasFileName("stormjar-" + id + ".jar");
            assertThat(upload.sha256()).isEqualTo(SHA);
            upload.use();
        }
        assertThat(refusal(() -> inbox.status("ann", id))).contains("no upload " + id);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void partsThatComeTwiceOrOverlapDoNoHarm(long seed) {
        Random random = new Random(seed);
        byte[] content = new byte[1 + random.nextInt(5_000)];
        random.nextBytes(content);
        String id = inbox.begin("ann", content.length, sha(content)).id();
        long received = 0;
        while (received < content.length) {
            int from = random.nextInt((int) received + 1);
            int to = from + random.nextInt(Math.min(content.length - from, 700) + 1);
            received = inbox.chunk("ann", id, from, Arrays.copyOfRange(content, from, to))
                    .received();
        }
        inbox.finish("ann", id);
        inbox.chunk("ann", id, 0, Arrays.copyOf(content, Math.min(content.length, 9)));

        try (ClaimedUpload upload = inbox.claim("ann", id)) {
            assertThat(upload.file()).hasBinaryContent(content);
        }
    }

    @Test
    void aPartThatDoesNotFitIsRefusedAndTheUploadGoesOn() {
        String id = inbox.begin("ann", JAR.length, SHA).id();
        inbox.chunk("ann", id, 0, Arrays.copyOf(JAR, 10));

        assertThat(refusal(() -> inbox.chunk("ann", id, 11, new byte[1]))).contains("goes on there", "10");
        assertThat(refusal(() -> inbox.chunk("ann", id, -1, new byte[1]))).contains("-1");
        assertThat(refusal(() -> inbox.chunk("ann", id, Long.MAX_VALUE, new byte[1])))
                .contains("10");
        assertThat(refusal(() -> inbox.chunk("ann", id, 0, new byte[JAR.length + 1])))
                .contains("beyond");
        assertThat(refusal(() -> inbox.chunk("ann", id, 0, new byte[50_001]))).contains("50000");
        assertThat(refusal(() -> inbox.finish("ann", id))).contains("10 of its " + JAR.length);
        assertThat(refusal(() -> inbox.claim("ann", id))).contains("not finished");

        inbox.chunk("ann", id, 10, Arrays.copyOfRange(JAR, 10, JAR.length));
        assertThat(inbox.finish("ann", id).finished()).isTrue();
    }

    @Test
    void whatIsNotAsAnnouncedIsRefusedAndRemoved() {
        byte[] other = JAR.clone();
        other[5] ^= 1;
        String id = inbox.begin("ann", JAR.length, SHA).id();
        inbox.chunk("ann", id, 0, other);

        assertThat(refusal(() -> inbox.finish("ann", id))).contains(SHA, sha(other));
        assertThat(names()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1, 0, 100_001, Long.MAX_VALUE})
    void anUploadOverItsLimitIsRefusedNamingTheSetting(long bytes) {
        assertThat(refusal(() -> inbox.begin("ann", bytes, SHA)))
                .contains("nimbus.upload.max.bytes", "100000", String.valueOf(bytes));
        assertThat(names()).isEmpty();
    }

    @Test
    void anUploadAtItsLimitIsTaken() {
        assertThat(inbox.begin("ann", 100_000, SHA).received()).isZero();
    }

    @Test
    void aLimitedNumberIsUnderWayAtATime() {
        String first = upload("ann");
        upload("ann");
        upload("bob");

        EngineException refused = catchThrowableOfType(EngineException.class, () -> upload("bob"));
        assertThat(refused.category()).isEqualTo(EngineException.Category.UNAVAILABLE);
        assertThat(refused).hasMessageContaining("3 uploads");
        inbox.claim("ann", first).use();
        upload("bob");
    }

    // O-85
    @ParameterizedTest
    @MethodSource("hostileNames")
    void anIdThatWasNeverGivenReachesNoFile(String name) {
        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> inbox.chunk("ann", name, 0, JAR),
                () -> inbox.status("ann", name),
                () -> inbox.finish("ann", name),
                () -> inbox.claim("ann", name),
                () -> inbox.begin("ann", 1, name))) {
            assertThat(refusal(call)).isNotEmpty();
        }
        assertThat(names()).isEmpty();
    }

    // O-85, CVE-2026-82426
    @Test
    void onlyWhoBeganAnUploadCanUseItAndOthersCannotTellThatItIsThere() {
        String id = upload("ann");
        String never = UUID.randomUUID().toString();

        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> inbox.status("bob", id),
                () -> inbox.chunk("bob", id, 0, JAR),
                () -> inbox.finish("bob", id),
                () -> inbox.claim("bob", id))) {
            assertThat(refusal(call))
                    .isEqualTo(refusal(() -> inbox.status("bob", never)).replace(never, id));
        }
        assertThat(inbox.status("ann", id).finished()).isTrue();
    }

    @Test
    void oneSubmitAtATimeHasAnUploadAndAnotherAfterItWasRefused() {
        String id = upload("ann");

        try (ClaimedUpload first = inbox.claim("ann", id)) {
            assertThat(refusal(() -> inbox.claim("ann", id))).contains("another submit");
            assertThat(first.file()).exists();
        }
        inbox.claim("ann", id).use();
        assertThat(refusal(() -> inbox.claim("ann", id))).contains("no upload");
    }

    // Reliability 18
    @Test
    void aFullDiskIsNamedAndThePartialFileRemoved() throws Exception {
        Path full = Path.of("/dev/full");
        Assumptions.assumeThat(full).exists();
        try (Inbox onFullDisk = new Inbox(directory, LIMITS, nanos::get, new Inbox.Disk() {
            @Override
            public FileChannel create(Path file) throws IOException {
                PrivateFiles.create(file).close();
                return FileChannel.open(full, StandardOpenOption.WRITE);
            }

            @Override
            public long usableBytes(Path of) {
                return 123_456;
            }
        })) {
            String id = onFullDisk.begin("ann", JAR.length, SHA).id();
            assertThat(names()).hasSize(1);

            EngineException refused =
                    catchThrowableOfType(EngineException.class, () -> onFullDisk.chunk("ann", id, 0, JAR));

            assertThat(refused.category()).isEqualTo(EngineException.Category.UNAVAILABLE);
            assertThat(refused)
                    .hasMessageContaining("No space left on device")
                    .hasMessageContaining(directory.toRealPath().toString())
                    .hasMessageContaining("123456 bytes are free");
            assertThat(names()).isEmpty();
            assertThat(refusal(() -> onFullDisk.status("ann", id))).contains("no upload");
        }
    }

    @Test
    void anUploadForWhichThereIsNoRoomDoesNotBegin() {
        try (Inbox onSmallDisk = new Inbox(directory, LIMITS, nanos::get, new Inbox.Disk() {
            @Override
            public FileChannel create(Path file) throws IOException {
                return PrivateFiles.create(file);
            }

            @Override
            public long usableBytes(Path of) {
                return 999;
            }
        })) {
            assertThat(catchThrowableOfType(EngineException.class, () -> onSmallDisk.begin("ann", 1_000, SHA)))
                    .hasMessageContaining("inbox")
                    .hasMessageContaining("999 bytes are free");
            onSmallDisk.begin("ann", 999, SHA);
        }
    }

    // O-70
    @Test
    void aCleanUpBetweenAnyTwoStepsOfASubmitTakesNothingAway() {
        pass(Duration.ofMinutes(9));
        String id = inbox.begin("ann", JAR.length, SHA).id();
        for (int i = 0; i < JAR.length; i++) {
            pass(Duration.ofMinutes(9));
            inbox.chunk("ann", id, i, new byte[] {JAR[i]});
        }
        pass(Duration.ofMinutes(9));
        inbox.finish("ann", id);
        pass(Duration.ofMinutes(9));
        try (ClaimedUpload upload = inbox.claim("ann", id)) {
            pass(Duration.ofDays(30));
            assertThat(upload.file()).hasBinaryContent(JAR);
        }
        pass(Duration.ofMinutes(9));
        try (ClaimedUpload upload = inbox.claim("ann", id)) {
            assertThat(upload.file()).hasBinaryContent(JAR);
        }
    }

    // O-70
    @Test
    void anUploadThatNobodyAsksForIsRemovedAfterTheIdleTime() {
        String finished = upload("ann");
        String begun = inbox.begin("ann", JAR.length, SHA).id();
        nanos.addAndGet(LIMITS.idle().toNanos() - 1);
        assertThat(inbox.expire()).isEmpty();

        nanos.addAndGet(1);
        assertThat(inbox.expire()).containsExactlyInAnyOrder(finished, begun);
        assertThat(names()).isEmpty();
        assertThat(refusal(() -> inbox.claim("ann", finished))).contains("no upload");
    }

    @Test
    void idleUploadsMakeRoomForNewOnes() {
        upload("ann");
        upload("ann");
        upload("ann");
        nanos.addAndGet(LIMITS.idle().toNanos());

        upload("bob");
        assertThat(names()).hasSize(1);
    }

    @Test
    void anUploadThatIsBeingWrittenDoesNotExpire() throws Exception {
        String id = inbox.begin("ann", JAR.length, SHA).id();
        CountDownLatch writing = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        Inbox slow = new Inbox(
                temporary.resolve("slow"),
                LIMITS,
                () -> {
                    if (Thread.currentThread().getName().equals("writer")) {
                        writing.countDown();
                        awaitLatch(go);
                    }
                    return nanos.get();
                },
                new Inbox.Disk() {
                    @Override
                    public FileChannel create(Path file) throws IOException {
                        return PrivateFiles.create(file);
                    }

                    @Override
                    public long usableBytes(Path of) {
                        return Long.MAX_VALUE;
                    }
                });
        String slowId = slow.begin("ann", JAR.length, SHA).id();
        Thread writer = new Thread(() -> slow.chunk("ann", slowId, 0, JAR), "writer");
        writer.start();
        awaitLatch(writing);

        nanos.addAndGet(LIMITS.idle().toNanos());
        assertThat(slow.expire()).isEmpty();
        assertThat(inbox.expire()).containsExactly(id);
        go.countDown();
        writer.join();
        assertThat(slow.finish("ann", slowId).finished()).isTrue();
        slow.close();
    }

    @Test
    void nobodyElseMayLookIntoIt() throws Exception {
        String id = upload("ann");

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)))
                .isEqualTo("rwx------");
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(directory.resolve("stormjar-" + id + ".jar"))))
                .isEqualTo("rw-------");
    }

    @Test
    void whatAnEarlierProcessLeftIsRemovedAndNothingElse() throws Exception {
        Path outside = Files.write(temporary.resolve("outside"), JAR);
        Files.createSymbolicLink(directory.resolve("stormjar-link.jar"), outside);
        Files.write(directory.resolve("stormjar-" + UUID.randomUUID() + ".jar"), JAR);
        Files.write(directory.resolve("notes.txt"), JAR);

        Inbox.open(directory, LIMITS, nanos::get).close();

        assertThat(names()).containsExactly("notes.txt");
        assertThat(outside).exists();
        Files.delete(directory.resolve("notes.txt"));
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
        assertThat(inbox.expire()).isEmpty();
    }

    private String upload(String owner) {
        String id = inbox.begin(owner, JAR.length, SHA).id();
        inbox.chunk(owner, id, 0, JAR);
        return inbox.finish(owner, id).id();
    }

    private List<String> names() {
        String[] names = directory.toFile().list();
        return names == null ? List.of() : List.of(names);
    }

    private static String refusal(ThrowingCallable call) {
        EngineException refused = catchThrowableOfType(EngineException.class, call);
        assertThat(refused).isNotNull();
        assertThat(refused.category()).isEqualTo(EngineException.Category.REJECTED);
        return String.valueOf(refused.getMessage());
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static String sha(byte[] content) {
        MessageDigest digest = Digests.sha256();
        return HexFormat.of().formatHex(digest.digest(content));
    }
}
