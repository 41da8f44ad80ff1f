package dev.gale.runtime.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.gale.spi.plugin.EngineException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class CodeDirectoryIT {
    private static final byte[] JAR = new Jars().with("words.txt", "one two").bytes();
    private static final String NO_DIGEST = "0".repeat(64);

    @TempDir
    Path directory;

    private Path root;
    private CodeDirectory codes;

    @BeforeEach
    void open() {
        root = directory.resolve("nimbus").resolve("stormdist");
        codes = CodeDirectory.open(root, CodeLimits.DEFAULT);
    }

    static List<String> hostileNames() {
        return HostileNames.all();
    }

    @Test
    void whatIsPutIsWholeAndHasTheDigestOfItsFiles() throws Exception {
        String digest = codes.put("words-1", content("code", "conf"));

        assertThat(digest).isEqualTo(sha(sha(JAR), sha(bytes("code")), sha(bytes("conf"))));
        assertThat(codes.isWhole("words-1", digest)).isTrue();
        assertThat(codes.isWhole("words-1", NO_DIGEST)).isFalse();
        assertThat(codes.isWhole("words-2", digest)).isFalse();
        assertThat(root.resolve("words-1"))
                .isDirectoryContaining("glob:**/stormjar.jar")
                .isDirectoryContaining("glob:**/stormcode.ser")
                .isDirectoryContaining("glob:**/stormconf.ser");
        assertThat(CodeDirectory.open(root, CodeLimits.DEFAULT).whole()).isEqualTo(Map.of("words-1", digest));
    }

    @Test
    void aSubmitAndAWorkerReadTheSame() throws Exception {
        Path upload = Files.write(directory.resolve("upload"), JAR);
        TopologyCode code =
                TopologyCode.of(Declared.topology(new Random(1)), problem -> {}).orElseThrow();
        TopologyConf conf = TopologyConf.of(Map.of("my.x", 1L)).with(TransportSecret.random(new SecureRandom()));

        codes.put("words-1", CodeContent.of(upload, code, conf));

        assertThat(codes.code("words-1").encode()).isEqualTo(code.encode());
        assertThat(codes.conf("words-1").encode()).isEqualTo(conf.encode());
        assertThat(codes.file("words-1", CodeFile.JAR)).hasBinaryContent(JAR);
        assertThat(catchThrowableOfType(EngineException.class, () -> codes.code("words-2")))
                .hasMessageContaining("words-2");
    }

    @Test
    void nobodyElseMayLookIntoIt() throws Exception {
        codes.put("words-1", content("code", "conf"));

        try (Stream<Path> all = Files.walk(directory.resolve("nimbus"))) {
            assertThat(all.toList())
                    .hasSize(6)
                    .allSatisfy(path -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                            .isEqualTo(Files.isDirectory(path) ? "rwx------" : "rw-------"));
        }
    }

    @Test
    void aDirectoryThatOthersMayLookIntoIsRefused() throws Exception {
        Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxr-xr-x"));

        EngineException refused = catchThrowableOfType(EngineException.class, this::open);
        assertThat(refused.category()).isEqualTo(EngineException.Category.FATAL);
        assertThat(refused).hasMessageContaining("chmod 700 " + root.toRealPath());
    }

    @Test
    void aFileInPlaceOfTheDirectoryIsRefusedNamingIt() throws Exception {
        Files.delete(root);
        Files.createFile(root);

        assertThat(catchThrowableOfType(EngineException.class, this::open)).hasMessageContaining(root.toString());
    }

    @ParameterizedTest
    @MethodSource("hostileNames")
    void aHostileIdReachesNoFile(String name) throws Exception {
        Path outside = Files.createFile(directory.resolve("outside"));
        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> codes.put(name, content("code", "conf")),
                () -> codes.put(name, NO_DIGEST, content("code", "conf")),
                () -> codes.isWhole(name, NO_DIGEST),
                () -> codes.delete(name),
                () -> codes.open(name, NO_DIGEST, CodeFile.JAR),
                () -> codes.file(name, CodeFile.JAR),
                () -> codes.code(name))) {
            EngineException refused = catchThrowableOfType(EngineException.class, call);
            assertThat(refused.category()).isEqualTo(EngineException.Category.REJECTED);
        }
        assertThat(root).isEmptyDirectory();
        assertThat(outside).exists();
    }

    @Test
    void codeOfAnotherDigestIsRefusedAndWhatWasThereStays() {
        String digest = codes.put("words-1", content("code", "conf"));

        assertThat(catchThrowableOfType(
                        EngineException.class, () -> codes.put("words-1", NO_DIGEST, content("other", "conf"))))
                .hasMessageContaining("words-1")
                .hasMessageContaining(NO_DIGEST);
        assertThat(codes.isWhole("words-1", digest)).isTrue();
        assertThat(names()).containsExactly("words-1");
    }

    @ParameterizedTest
    @EnumSource(CodeFile.class)
    void aFileOverItsLimitIsRefusedAndNothingIsLeft(CodeFile file) throws Exception {
        int size = file == CodeFile.JAR ? JAR.length : 4;
        CodeLimits exact = new CodeLimits(JAR.length, 4, 4, 1, JarLimits.DEFAULT);
        CodeDirectory.open(root, exact).put("words-1", content("code", "conf"));
        codes.delete("words-1");
        CodeLimits less = new CodeLimits(
                file == CodeFile.JAR ? size - 1 : JAR.length,
                file == CodeFile.CODE ? size - 1 : 4,
                file == CodeFile.CONF ? size - 1 : 4,
                1,
                JarLimits.DEFAULT);

        EngineException refused = catchThrowableOfType(
                EngineException.class, () -> CodeDirectory.open(root, less).put("words-1", content("code", "conf")));
        assertThat(refused.category()).isEqualTo(EngineException.Category.REJECTED);
        assertThat(refused).hasMessageContaining(file.fileName()).hasMessageContaining(String.valueOf(size - 1));
        assertThat(root).isEmptyDirectory();
    }

    @ParameterizedTest
    @EnumSource(CodeFile.class)
    void aSourceThatBreaksOffLeavesNothing(CodeFile file) {
        String digest = codes.put("words-1", content("code", "conf"));
        CodeContent broken = asked -> {
            if (asked == file) {
                return new InputStream() {
                    @Override
                    public int read() throws IOException {
                        throw new IOException("connection reset");
                    }
                };
            }
            return content("other", "conf").open(asked);
        };

        EngineException failed = catchThrowableOfType(EngineException.class, () -> codes.put("words-1", broken));
        assertThat(failed.category()).isEqualTo(EngineException.Category.UNAVAILABLE);
        assertThat(failed).hasMessageContaining("connection reset");
        assertThat(codes.isWhole("words-1", digest)).isTrue();
        assertThat(names()).containsExactly("words-1");
    }

    // Reliability 20
    @ParameterizedTest
    @EnumSource(CodeFile.class)
    void aFileThatIsChangedInAnyWayIsNoticed(CodeFile file) throws Exception {
        Path path = root.resolve("words-1").resolve(file.fileName());
        for (Change change : List.<Change>of(
                victim -> Files.write(victim, new byte[0]),
                victim -> Files.write(victim, new byte[(int) Files.size(victim)]),
                CodeDirectoryIT::flip,
                Files::delete,
                victim -> {
                    Files.delete(victim);
                    Files.createDirectory(victim);
                },
                victim -> {
                    Path copy = Files.copy(victim, directory.resolve("copy-" + file));
                    Files.delete(victim);
                    Files.createSymbolicLink(victim, copy);
                })) {
            String digest = codes.put("words-1", content("code", "conf"));
            change.to(path);

            assertThat(codes.isWhole("words-1", digest)).isFalse();
            assertThat(catchThrowableOfType(EngineException.class, () -> codes.open("words-1", digest, file)))
                    .isNotNull();
            assertThat(codes.whole()).doesNotContainEntry("words-1", digest);
            Files.deleteIfExists(directory.resolve("copy-" + file));
        }
    }

    @Test
    void aChangeThatHidesItsTimeIsNoticedAtTheNextStart() throws Exception {
        String digest = codes.put("words-1", content("code", "conf"));
        Path jar = codes.file("words-1", CodeFile.JAR);
        FileTime time = Files.getLastModifiedTime(jar);
        flip(jar);
        Files.setLastModifiedTime(jar, time);

        assertThat(CodeDirectory.open(root, CodeLimits.DEFAULT).whole().get("words-1"))
                .isNotEqualTo(digest);
        assertThat(codes.whole().get("words-1")).isNotEqualTo(digest);
    }

    // O-56
    @Test
    void whatIsNotWholeIsRemovedAtStartAndNothingOutside() throws Exception {
        String digest = codes.put("whole-1", content("code", "conf"));
        Files.createDirectory(root.resolve("empty-1"));
        Files.createDirectory(root.resolve("half-1"));
        Files.write(root.resolve("half-1").resolve("stormjar.jar"), JAR);
        Files.createDirectories(root.resolve(".new-123").resolve("x"));
        Files.createDirectories(root.resolve(".old-123").resolve("code"));
        Files.createFile(root.resolve("file-1"));
        Path outside = Files.createDirectory(directory.resolve("outside"));
        for (CodeFile file : CodeFile.values()) {
            Files.write(outside.resolve(file.fileName()), JAR);
        }
        Files.createSymbolicLink(root.resolve("link-1"), outside);
        Files.createDirectory(root.resolve("inside-1"));
        Files.createSymbolicLink(root.resolve("inside-1").resolve("link"), outside);
        Files.createDirectory(root.resolve("lost+found"));

        assertThat(CodeDirectory.open(root, CodeLimits.DEFAULT).whole()).isEqualTo(Map.of("whole-1", digest));

        assertThat(names()).containsExactly("lost+found", "whole-1");
        assertThat(outside).isDirectoryContaining("glob:**/stormjar.jar");
    }

    @Test
    void codeThatNobodyNeedsIsSweptWhenItIsOldEnough() throws Exception {
        Instant now = Instant.now();
        for (String topology : List.of("kept-1", "young-1", "old-1")) {
            codes.put(topology, content("code", "conf"));
        }
        Path outside = Files.createDirectory(directory.resolve("outside"));
        Files.createFile(outside.resolve("file"));
        Files.createSymbolicLink(root.resolve("old-1").resolve("link"), outside);
        Files.createDirectory(root.resolve(".new-dead"));
        for (String old : List.of("kept-1", "old-1", ".new-dead")) {
            Files.setLastModifiedTime(root.resolve(old), FileTime.from(now.minusSeconds(601)));
        }
        Files.createDirectory(root.resolve(".new-young"));

        assertThat(codes.sweep(Set.of("kept-1"), Duration.ofMinutes(10), now)).containsExactly("old-1");

        assertThat(names()).containsExactly(".new-young", "kept-1", "young-1");
        assertThat(outside.resolve("file")).exists();
        assertThat(codes.sweep(Set.of("kept-1"), Duration.ofMinutes(10), now)).isEmpty();
    }

    // O-70
    @Test
    void aSweepDoesNotTouchWhatIsJustBeingPut() {
        AtomicBoolean swept = new AtomicBoolean();
        String digest = codes.put("words-1", file -> {
            swept.set(codes.sweep(Set.of(), Duration.ZERO, Instant.now().plusSeconds(3600))
                    .isEmpty());
            codes.whole();
            return content("code", "conf").open(file);
        });

        assertThat(swept).isTrue();
        assertThat(codes.isWhole("words-1", digest)).isTrue();
    }

    @Test
    void aFileIsGivenByDigestAndReadToItsEndThoughItIsDeletedMeanwhile() throws Exception {
        String digest = codes.put("words-1", content("code", "conf"));

        try (InputStream jar = codes.open("words-1", digest, CodeFile.JAR)) {
            codes.delete("words-1");
            assertThat(jar.readAllBytes()).isEqualTo(JAR);
        }
        assertThat(codes.isWhole("words-1", digest)).isFalse();
        assertThat(catchThrowableOfType(EngineException.class, () -> codes.open("words-1", digest, CodeFile.JAR)))
                .hasMessageContaining("words-1");
        codes.delete("words-1");
        assertThat(root).isEmptyDirectory();
    }

    @Test
    void newCodeOfOneTopologyTakesThePlaceOfTheOld() {
        String old = codes.put("words-1", content("code", "conf"));
        String fresh = codes.put("words-1", content("other", "conf"));

        assertThat(codes.isWhole("words-1", old)).isFalse();
        assertThat(codes.isWhole("words-1", fresh)).isTrue();
        assertThat(names()).containsExactly("words-1");
    }

    private interface Change {
        void to(Path file) throws IOException;
    }

    private List<String> names() {
        try (Stream<Path> all = Files.list(root)) {
            return all.map(path -> path.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static CodeContent content(String code, String conf) {
        return file -> new ByteArrayInputStream(
                switch (file) {
                    case JAR -> JAR;
                    case CODE -> bytes(code);
                    case CONF -> bytes(conf);
                });
    }

    private static void flip(Path file) throws IOException {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "rw")) {
            int first = in.read();
            in.seek(0);
            in.write(first ^ 1);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] sha(byte[] content) throws Exception {
        return MessageDigest.getInstance("SHA-256").digest(content);
    }

    private static String sha(byte[]... parts) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        for (byte[] part : parts) {
            digest.update(part);
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
