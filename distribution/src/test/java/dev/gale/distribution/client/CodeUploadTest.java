package dev.gale.distribution.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gale.adapter.http.InMemoryControl;
import dev.gale.control.Control;
import dev.gale.control.ControlException;
import dev.gale.control.ControlException.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class CodeUploadTest {
    private static final CodeUpload.Patience PATIENCE = new CodeUpload.Patience() {
        @Override
        public <T> T await(CompletionStage<T> stage) {
            try {
                return stage.toCompletableFuture().join();
            } catch (CompletionException e) {
                throw (RuntimeException) e.getCause();
            }
        }
    };

    private final InMemoryControl control = new InMemoryControl();
    private final List<Long> progress = new ArrayList<>();
    private final CodeUpload upload = new CodeUpload(control, PATIENCE, (bytes, of) -> progress.add(bytes));
    private final byte[] jar = new byte[1_000_000];

    CodeUploadTest() {
        new SplittableRandom(1).nextBytes(jar);
    }

    @Test
    void allOfItArrives() throws IOException {
        String id = upload.send(Content.of(jar));

        assertThat(control.uploads().content(id)).isEqualTo(jar);
        assertThat(progress).startsWith(0L).endsWith(1_000_000L);
    }

    @Test
    void nothingIsAnUploadAsWell() throws IOException {
        assertThat(control.uploads().content(upload.send(Content.of(new byte[0]))))
                .isEmpty();
    }

    @Test
    void chunksBecomeAsSmallAsTheyHaveTo() throws IOException {
        Control small = ControlDouble.of(
                control,
                (method, arguments, original) ->
                        method.equals("uploadChunk") && ((byte[]) arguments[2]).length > 100_000
                                ? CompletableFuture.failedFuture(ControlException.tooLarge("A chunk", 100_000))
                                : original.call());
        String id = new CodeUpload(small, PATIENCE, (bytes, of) -> {}).send(Content.of(jar));

        assertThat(control.uploads().content(id)).isEqualTo(jar);
        assertThat(control.calls().stream().filter("uploadChunk"::equals)).hasSize(10);
    }

    @Test
    void aChunkThatArrivedAlthoughNobodySaidSoIsNotSentAgain() throws IOException {
        AtomicBoolean lost = new AtomicBoolean();
        Control repeating = ControlDouble.of(control, (method, arguments, original) -> {
            if (method.equals("uploadChunk") && lost.compareAndSet(false, true)) {
                // The client below repeats it, as nobody answered.
                original.call();
            }
            return original.call();
        });
        String id = new CodeUpload(repeating, PATIENCE, (bytes, of) -> {}).send(Content.of(jar));

        assertThat(control.uploads().content(id)).isEqualTo(jar);
    }

    @Test
    void anUploadThatNobodyKnowsAnyMoreBeginsAnew() throws IOException {
        AtomicBoolean forgot = new AtomicBoolean();
        Control forgetful = ControlDouble.of(control, (method, arguments, original) -> {
            if (method.equals("uploadChunk") && forgot.compareAndSet(false, true)) {
                control.uploads().forgetAll();
            }
            return original.call();
        });
        String id = new CodeUpload(forgetful, PATIENCE, (bytes, of) -> {}).send(Content.of(jar));

        assertThat(control.uploads().content(id)).isEqualTo(jar);
        assertThat(control.calls()).filteredOn("beginUpload"::equals).hasSize(2);
    }

    @Test
    void itIsGivenUpInTheEnd() {
        ControlException gone = new ControlException(Kind.NOT_FOUND, "gone");
        control.failNext(gone, gone, gone, gone, gone, gone, gone, gone, gone, gone, gone, gone);

        assertThatThrownBy(() -> upload.send(Content.of(jar))).hasMessage("gone");
    }
}
