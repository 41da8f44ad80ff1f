package dev.gale.runtime.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.gale.spi.plugin.EngineException;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class JarCheckIT {
    private static final JarLimits SMALL = new JarLimits(10, 1_000, 100);

    @TempDir
    Path directory;

    private final RawZip zip = new RawZip();

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 100);
    }

    static List<Path> jarsOfTheTests() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(path -> path.toString().endsWith(".jar"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("jarsOfTheTests")
    void theJarsOfTheWorldPass(Path jar) {
        assertThatCode(() -> JarCheck.check(jar, JarLimits.DEFAULT)).doesNotThrowAnyException();
    }

    @Test
    void aJarOfEveryKindOfEntryPasses() throws Exception {
        zip.add("META-INF/", new byte[0]).mode = 0040755;
        zip.add("META-INF/MANIFEST.MF").mode = 0100644;
        zip.add("größe/a..b/..c", new byte[100_000]);
        zip.add("$x;y z").method = zip.entries.get(3).localMethod = 0;
        zip.add("dos").madeBy = 0;
        zip.add("META-INF/maven/", new byte[0]).mode = 0177777; // by old versions of Maven's archiver
        check(zip.bytes());
        zip.wide = true;
        check(zip.bytes());
        check(new Jars().with("words.txt", "one two").with(JarCheckIT.class).bytes());
        check(new RawZip().bytes());
    }

    // O-84, CVE-2018-8008
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = false,
            value = {
                "../../evil|'..'",
                "a/../../evil|'..'",
                "..|'..'",
                "a/..|'..'",
                "/abs/evil|absolute",
                "//evil|absolute",
                "C:\\evil|backslash",
                "C:/evil|drive",
                "c:evil|drive",
                "..\\evil|backslash",
                "a\\b|backslash",
            })
    void anEntryThatLeadsElsewhereIsRefusedByName(String name, String why) {
        zip.add("good");
        zip.add(name);

        assertThat(refusal()).contains("'" + name + "'", why);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\u0000.class", "\u0000", "a\r\nb", "\u001b[31m"})
    void aControlCharacterInANameIsRefusedAndNotShown(String name) {
        zip.add(name);

        assertThat(refusal()).contains("control character").matches("\\P{Cntrl}*");
    }

    @Test
    void aNameThatIsNoneIsRefused() {
        zip.add("");
        assertThat(refusal()).contains("no name");
        zip.entries.clear();
        zip.add("a".repeat(4097));
        assertThat(refusal()).contains("4097", "4096").hasSizeLessThan(600);
        zip.entries.clear();
        zip.add("x").name = zip.entries.get(0).localName = new byte[] {'.', (byte) 0xc0, (byte) 0xae, '/'};
        assertThat(refusal()).contains("UTF-8");
    }

    @ParameterizedTest
    @ValueSource(ints = {0120777, 0010644, 0020644, 0060644, 0140644})
    void aLinkOrDeviceIsRefused(int mode) {
        zip.add("good").mode = 0100644;
        zip.add("link").mode = mode;
        assertThat(refusal()).contains("'link'", "link or a device");
        zip.entries.get(1).madeBy = 19;
        assertThat(refusal()).contains("'link'");
    }

    @Test
    void anEntryThatIsThereTwiceIsRefused() {
        zip.add("a/b");
        zip.add("a/b");

        assertThat(refusal()).contains("'a/b'", "twice");
    }

    @Test
    void whatTheTwoHeadersOfAnEntryDoNotAgreeOnIsRefused() {
        refusedAfter(entry -> entry.localName = bytes("words.tx"), "another name");
        refusedAfter(entry -> entry.localName = bytes("../evil.x"), "another name");
        refusedAfter(entry -> entry.localMethod = 0, "method");
        refusedAfter(entry -> entry.localSize = 8, "size");
        refusedAfter(entry -> entry.offset = 5, "another name");
        refusedAfter(entry -> entry.offset = 1L << 31, "overlaps");
        refusedAfter(entry -> entry.localExtra = 40_000, "overlaps");
    }

    @Test
    void whatAnEntryIsNotInFactIsRefused() {
        refusedAfter(entry -> entry.size = entry.localSize = 6, "not the 6 bytes");
        refusedAfter(entry -> entry.size = entry.localSize = 8, "not the 8 bytes");
        refusedAfter(entry -> entry.crc ^= 1, "not the 7 bytes");
        refusedAfter(entry -> entry.packedSize = 3, "not the 7 bytes");
        refusedAfter(
                entry -> {
                    entry.method = entry.localMethod = 0;
                    entry.size = entry.localSize = 70;
                },
                "not the 70 bytes");
        refusedAfter(entry -> entry.method = entry.localMethod = 12, "method 12");
        refusedAfter(entry -> entry.flags = 1, "encrypted");
    }

    @Test
    void entriesThatShareBytesAreRefused() {
        zip.add("a");
        zip.add("b").offset = 0;

        assertThat(refusal()).contains("overlaps");
    }

    @Test
    void anEntryWhoseExtraFieldHidesAnotherIsRefused() {
        RawZip.Entry first = zip.add("a");
        RawZip.Entry second = zip.add("b");
        // The data of the first is said to begin where that of the second does: Fifield's bomb.
        first.localExtra = first.data().length + 30 + 1;

        assertThat(refusal()).contains("'a'", "overlaps");
        assertThat(second.offset).isPositive();
    }

    @Test
    void tooManyEntriesAreRefusedNamingTheLimit() throws Exception {
        for (int i = 0; i < 10; i++) {
            zip.add("entry-" + i);
        }
        check(zip.bytes(), SMALL);
        zip.add("one-more");

        assertThat(refusal(zip.bytes(), SMALL)).contains("11 entries, more than 10");
        zip.wide = true;
        assertThat(refusal(zip.bytes(), SMALL)).contains("11 entries, more than 10");
    }

    @Test
    void aNumberOfEntriesThatLiesIsRefused() {
        zip.add("a");
        zip.add("b");
        zip.count = 1;
        assertThat(refusal()).contains("behind its last entry");
        zip.count = 3;
        assertThat(refusal()).contains("fewer entries");
        zip.wide = true;
        zip.count = Integer.MAX_VALUE;
        assertThat(refusal()).contains("2147483647 entries, more than 200000");
    }

    @Test
    void moreThanTheLimitWhenUnpackedIsRefusedNamingTheEntryThatExceedsIt() throws Exception {
        zip.add("a", new byte[500]);
        zip.add("b", new byte[500]);
        check(zip.bytes(), SMALL);
        zip.add("c", new byte[1]);

        assertThat(refusal(zip.bytes(), SMALL)).contains("'c'", "1000 bytes");
    }

    @Test
    void aSizeThatNoDiskHasIsRefused() {
        RawZip.Entry entry = zip.add("a");
        entry.size = entry.localSize = 0xfffffffeL;

        assertThat(refusal(zip.bytes(), SMALL)).contains("'a'", "1000 bytes");
    }

    // O-84
    @Test
    @Timeout(20)
    void aBombIsRefusedQuicklyWhetherItTellsItsSizeOrNot() throws Exception {
        Path bomb = directory.resolve("bomb.jar");
        try (OutputStream out = Files.newOutputStream(bomb);
                ZipOutputStream packed = new ZipOutputStream(out)) {
            packed.putNextEntry(new ZipEntry("zeros"));
            byte[] zeros = new byte[1 << 20];
            for (int i = 0; i < 100; i++) {
                packed.write(zeros);
            }
            packed.closeEntry();
        }
        assertThat(refusal(Files.readAllBytes(bomb), JarLimits.DEFAULT)).contains("'zeros'", "104857600", "100 times");

        RawZip.Entry lying = zip.add("zeros", new byte[100 << 20]);
        lying.size = lying.localSize = 1_000;
        assertThat(refusal()).contains("'zeros'", "not the 1000 bytes");
    }

    @Test
    void manySmallBombsAreOneBomb() {
        for (int i = 0; i < 5; i++) {
            zip.add("zeros-" + i, new byte[10 << 20]);
        }

        assertThat(refusal()).contains("52428800", "100 times");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "P", "#!/bin/sh\necho no zip", "%PDF-1.4"})
    void whatIsNoZipIsRefused(String text) {
        assertThat(refusal(bytes(text), JarLimits.DEFAULT)).contains("is no zip");
    }

    @Test
    void whatHasSomethingAroundItIsRefused() {
        zip.add("a");
        byte[] right = zip.bytes();
        byte[] shifted = new byte[right.length + 7];
        System.arraycopy(right, 0, shifted, 7, right.length);
        assertThat(refusal(shifted, JarLimits.DEFAULT)).contains("before its first entry");
        assertThat(refusal(Arrays.copyOf(right, right.length + 1), JarLimits.DEFAULT))
                .contains("is no zip");
    }

    @Test
    void aZipThatIsCutOffAnywhereIsRefused() {
        zip.add("a");
        zip.add("b/c");
        byte[] whole = zip.bytes();

        for (int length = 0; length < whole.length; length++) {
            assertThat(refusal(Arrays.copyOf(whole, length), JarLimits.DEFAULT)).isNotEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void brokenBytesAreRefusedOrHarmless(long seed) throws Exception {
        Random random = new Random(seed);
        zip.add("a/b.class", new byte[random.nextInt(200)]);
        zip.add("c");
        zip.wide = random.nextBoolean();
        byte[] whole = zip.bytes();
        for (int i = 0; i < 30; i++) {
            byte[] broken = whole.clone();
            for (int j = random.nextInt(3); j >= 0; j--) {
                broken[random.nextInt(broken.length)] = (byte) random.nextInt();
            }
            try {
                check(broken);
            } catch (EngineException e) {
                assertThat(e.category()).isEqualTo(EngineException.Category.REJECTED);
            }
        }
    }

    @Test
    void aLinkInPlaceOfTheJarIsNotFollowed() throws Exception {
        zip.add("a");
        Path jar = Files.write(directory.resolve("real.jar"), zip.bytes());
        Path link = Files.createSymbolicLink(directory.resolve("link.jar"), jar);

        assertThat(catchThrowableOfType(IOException.class, () -> JarCheck.check(link, JarLimits.DEFAULT)))
                .isNotNull();
    }

    @Test
    void stormdistTakesNoJarThatIsRefused() {
        zip.add("../evil");
        byte[] jar = zip.bytes();
        Path root = directory.resolve("stormdist");
        CodeDirectory codes = CodeDirectory.open(root, CodeLimits.DEFAULT);

        assertThat(catchThrowableOfType(
                        EngineException.class,
                        () -> codes.put(
                                "words-1",
                                file -> new ByteArrayInputStream(file == CodeFile.JAR ? jar : bytes("content")))))
                .hasMessageContaining("'../evil'");
        assertThat(root).isEmptyDirectory();
    }

    private void refusedAfter(Consumer<RawZip.Entry> change, String why) {
        RawZip changed = new RawZip();
        change.accept(changed.add("words.txt"));
        changed.add("last");

        assertThat(refusal(changed.bytes(), JarLimits.DEFAULT)).contains("'words.txt'", why);
    }

    private String refusal() {
        return refusal(zip.bytes(), JarLimits.DEFAULT);
    }

    private String refusal(byte[] jar, JarLimits limits) {
        EngineException refused = catchThrowableOfType(EngineException.class, () -> check(jar, limits));
        assertThat(refused).isNotNull();
        assertThat(refused.category()).isEqualTo(EngineException.Category.REJECTED);
        return String.valueOf(refused.getMessage());
    }

    private void check(byte[] jar) throws IOException {
        check(jar, JarLimits.DEFAULT);
    }

    private void check(byte[] jar, JarLimits limits) throws IOException {
        JarCheck.check(Files.write(directory.resolve("stormjar.jar"), jar), limits);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
