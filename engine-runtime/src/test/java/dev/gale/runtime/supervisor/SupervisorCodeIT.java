package dev.gale.runtime.supervisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.gale.runtime.code.CodeContent;
import dev.gale.runtime.code.CodeDirectory;
import dev.gale.runtime.code.CodeFile;
import dev.gale.runtime.code.CodeLimits;
import dev.gale.runtime.code.CodeSource;
import dev.gale.spi.plugin.EngineException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SupervisorCodeIT {
    private static final long PATIENCE_SECONDS = 30;
    private static final byte[] JAR = jar();

    @TempDir
    Path directory;

    private final List<CodeSource> sources = new ArrayList<>();
    private final ExecutorService executor = Executors.newFixedThreadPool(3);
    private CodeDirectory here;
    private CodeDirectory nimbus;
    private String digest;
    private SupervisorCode code;

    @BeforeEach
    void open() {
        nimbus = CodeDirectory.open(directory.resolve("nimbus"), CodeLimits.DEFAULT);
        digest = nimbus.put("words-1", content("code"));
        here = CodeDirectory.open(directory.resolve("supervisor"), CodeLimits.DEFAULT);
        code = new SupervisorCode(here, () -> List.copyOf(sources), executor);
    }

    @AfterEach
    void close() throws InterruptedException {
        code.close();
        executor.shutdown();
        assertThat(executor.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS))
                .isTrue();
    }

    @Test
    void whatIsFetchedIsWholeAndFoundByTheNextStart() {
        sources.add(nimbus::open);

        await(code.fetch("words-1", digest));

        assertThat(code.isWhole("words-1", digest)).isTrue();
        assertThat(here.file("words-1", CodeFile.JAR)).hasBinaryContent(JAR);
        assertThat(new SupervisorCode(here, List::of, executor).findCode()).isEqualTo(Map.of("words-1", digest));
    }

    @Test
    void whatIsHereIsNotFetchedAgain() {
        sources.add(nimbus::open);
        await(code.fetch("words-1", digest));
        sources.clear();

        await(code.fetch("words-1", digest));
    }

    @Test
    void sourcesAreTriedInTurnUntilOneHasTheRightCode() {
        sources.add(named("gone", (topology, wanted, file) -> {
            throw new IOException("connection refused");
        }));
        sources.add(named("broken", (topology, wanted, file) -> {
            throw new IllegalStateException("a bug");
        }));
        sources.add(
                named("changed", (topology, wanted, file) -> content("other").open(file)));
        sources.add(named("cut off", (topology, wanted, file) -> cutOff(nimbus.open(topology, wanted, file), file)));
        sources.add(nimbus::open);

        await(code.fetch("words-1", digest));

        assertThat(code.isWhole("words-1", digest)).isTrue();
        assertThat(directory.resolve("supervisor")).isDirectoryContaining("glob:**/words-1");
        assertThat(directory.resolve("supervisor").toFile().list()).hasSize(1);
    }

    @Test
    void aFetchThatFailsSaysWhyOfEachSourceAndCanBeRepeated() {
        sources.add(named("nimbus-a", (topology, wanted, file) -> {
            throw new IOException("connection refused");
        }));
        sources.add(
                named("nimbus-b", (topology, wanted, file) -> content("other").open(file)));

        assertThat(failure(code.fetch("words-1", digest)))
                .hasMessageContaining("nimbus-a: ")
                .hasMessageContaining("connection refused")
                .hasMessageContaining("nimbus-b: ")
                .hasMessageContaining("should have " + digest)
                .extracting(EngineException::category)
                .isEqualTo(EngineException.Category.UNAVAILABLE);
        assertThat(directory.resolve("supervisor")).isEmptyDirectory();

        sources.add(nimbus::open);
        await(code.fetch("words-1", digest));
    }

    @Test
    void withoutASourceItSaysSo() {
        assertThat(failure(code.fetch("words-1", digest))).hasMessageContaining("nobody is known");
    }

    @Test
    void aTopologyIsFetchedOnceAtATimeAndOthersDoNotWait() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        AtomicInteger opened = new AtomicInteger();
        String other = nimbus.put("other-1", content("other"));
        sources.add((topology, wanted, file) -> {
            if (topology.equals("words-1") && file == CodeFile.JAR) {
                opened.incrementAndGet();
                awaitLatch(go);
            }
            return nimbus.open(topology, wanted, file);
        });

        CompletionStage<Void> first = code.fetch("words-1", digest);
        CompletionStage<Void> second = code.fetch("words-1", digest);
        await(code.fetch("other-1", other));
        go.countDown();
        await(first);
        await(second);

        assertThat(opened).hasValue(1);
    }

    @Test
    void aTopologysJobsAreDoneInTheOrderInWhichTheyWereAskedFor() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        sources.add((topology, wanted, file) -> {
            awaitLatch(go);
            return nimbus.open(topology, wanted, file);
        });

        CompletionStage<Void> first = code.fetch("words-1", digest);
        code.delete("words-1");
        CompletionStage<Void> again = code.fetch("words-1", digest);
        code.delete("words-1");
        go.countDown();
        await(first);
        await(again);
        CompletableFuture<Void> behind = code.fetch("words-1", "0".repeat(64)).toCompletableFuture();

        assertThat(behind).failsWithin(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(code.isWhole("words-1", digest)).isFalse();
        assertThat(directory.resolve("supervisor")).isEmptyDirectory();
    }

    @Test
    void closingBreaksOffWhatIsUnderWay() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        sources.add((topology, wanted, file) -> new InputStream() {
            @Override
            public int read() {
                begun.countDown();
                return 0;
            }
        });
        CompletionStage<Void> endless = code.fetch("words-1", digest);
        awaitLatch(begun);

        code.close();

        assertThat(failure(endless)).hasMessageContaining("being stopped");
        assertThat(directory.resolve("supervisor")).isEmptyDirectory();
    }

    @Test
    void anExecutorThatTakesNothingFailsTheFetch() {
        executor.shutdown();

        assertThat(code.fetch("words-1", digest).toCompletableFuture()).failsWithin(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    // CVE-2026-82427
    @Test
    void aHostileIdFromTheStoreReachesNoFile() {
        sources.add((topology, wanted, file) -> content("code").open(file));

        for (String hostile : List.of("../words-1", "/tmp/x", ".", "", "a/b", "a\u0000")) {
            assertThat(failure(code.fetch(hostile, digest))).hasMessageContaining("no id of a topology");
            assertThat(catchThrowableOfType(EngineException.class, () -> code.delete(hostile)))
                    .isNotNull();
        }
        assertThat(failure(code.fetch("words-1", "../x"))).hasMessageContaining("digest");
        assertThat(directory.toFile().list()).containsExactlyInAnyOrder("nimbus", "supervisor");
    }

    // O-62
    @Test
    void aDirectoryThatSomebodyRemovedIsNotWholeAndIsFetchedAgain() throws Exception {
        sources.add(nimbus::open);
        await(code.fetch("words-1", digest));
        for (CodeFile file : CodeFile.values()) {
            Files.delete(here.file("words-1", file));
        }

        assertThat(code.isWhole("words-1", digest)).isFalse();
        await(code.fetch("words-1", digest));
        assertThat(code.isWhole("words-1", digest)).isTrue();
    }

    private static CodeSource named(String name, CodeSource source) {
        return new CodeSource() {
            @Override
            public InputStream open(String topology, String digest, CodeFile file) throws IOException {
                return source.open(topology, digest, file);
            }

            @Override
            public String toString() {
                return name;
            }
        };
    }

    private static InputStream cutOff(InputStream in, CodeFile file) {
        return new FilterInputStream(in) {
            private int left = file == CodeFile.CONF ? 2 : Integer.MAX_VALUE;

            @Override
            public int read(byte[] buffer, int offset, int length) throws IOException {
                int count = super.read(buffer, offset, Math.min(left, length));
                left -= Math.max(0, count);
                return left == 0 ? -1 : count;
            }
        };
    }

    private static CodeContent content(String structure) {
        return file ->
                new ByteArrayInputStream(file == CodeFile.JAR ? JAR : structure.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] jar() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(out)) {
            zip.putNextEntry(new ZipEntry("words.txt"));
            zip.write(1);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return out.toByteArray();
    }

    private static void await(CompletionStage<Void> stage) {
        assertThat(stage.toCompletableFuture()).succeedsWithin(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }

    private static void awaitLatch(CountDownLatch latch) {
        try {
            assertThat(latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static EngineException failure(CompletionStage<Void> stage) {
        ExecutionException failed = catchThrowableOfType(
                ExecutionException.class, () -> stage.toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS));
        return (EngineException) failed.getCause();
    }
}
