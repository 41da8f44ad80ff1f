package dev.gale.spi.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gale.spi.plugin.Bytes;
import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class CommitTest {
    private static final Key KEY = Key.of("/a");

    @Test
    void checksAndWritesCountTogether() {
        assertThat(commitOf(MetadataStore.MAX_OPERATIONS).operations()).isEqualTo(100);
        assertRejected(() -> commitOf(MetadataStore.MAX_OPERATIONS + 1), "101 operations", "100 operations");
    }

    @Test
    void aValueOverTheLimitIsRefusedWithSizeAndLimit() {
        assertThat(putOf(MetadataStore.MAX_VALUE_BYTES).build().puts()).hasSize(1);
        assertRejected(() -> putOf(MetadataStore.MAX_VALUE_BYTES + 1).build(), "/a", "524289 bytes", "524288 bytes");
    }

    @Test
    void keysAndValuesTogetherHaveALimitToo() {
        int rest = MetadataStore.MAX_COMMIT_BYTES
                - MetadataStore.MAX_VALUE_BYTES
                - 2 * KEY.path().length();
        Key other = Key.of("/b");

        assertThat(putOf(MetadataStore.MAX_VALUE_BYTES)
                        .put(other, bytes(rest))
                        .build()
                        .operations())
                .isEqualTo(2);
        assertRejected(
                () -> putOf(MetadataStore.MAX_VALUE_BYTES)
                        .put(other, bytes(rest + 1))
                        .build(),
                "786433 bytes");
    }

    @Test
    void writesAKeyOnceAndSomethingAtAll() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> putOf(1).delete(KEY).build());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Commit.builder("r").checkPresent(KEY).build());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Commit.builder("r").delete(Key.ROOT).build());
    }

    @Test
    void aRequestIdIsShortPrintableText() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Commit.builder("").delete(KEY).build());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Commit.builder("a b").delete(KEY).build());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Commit.builder("a".repeat(129)).delete(KEY).build());
    }

    @Test
    void onlyTheUnchangedCheckHasAVersion() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Check(KEY, Check.Kind.UNCHANGED, null));
        assertThatIllegalArgumentException().isThrownBy(() -> new Check(KEY, Check.Kind.ABSENT, new Version("1")));
    }

    private static Commit commitOf(int operations) {
        Commit.Builder commit = Commit.builder("r").put(KEY, bytes(1)).delete(Key.of("/b"));
        for (int i = 2; i < operations; i++) {
            commit.checkAbsent(Key.of("/c" + i));
        }
        return commit.build();
    }

    private static Commit.Builder putOf(int size) {
        return Commit.builder("r").put(KEY, bytes(size));
    }

    private static Bytes bytes(int size) {
        return Bytes.of(new byte[size]);
    }

    private static void assertRejected(ThrowingCallable call, String... parts) {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(call)
                .satisfies(e -> assertThat(e.category()).isEqualTo(Category.REJECTED))
                .satisfies(e -> assertThat(e.getMessage()).contains(parts));
    }
}
