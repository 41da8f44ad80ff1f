package dev.gale.runtime.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.gale.spi.plugin.EngineException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.LongStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SafeNamesTest {
    private static final Path ROOT = Path.of("stormdist").toAbsolutePath();

    static List<String> hostileNames() {
        return HostileNames.all();
    }

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 200);
    }

    /** O-87 */
    @ParameterizedTest
    @MethodSource("hostileNames")
    void aHostileNameIsRefusedByEveryGateWithAMessageThatCanBeShown(String name) {
        for (ThrowingCallable gate : List.<ThrowingCallable>of(
                () -> SafeNames.topologyId(name),
                () -> SafeNames.uploadId(name),
                () -> SafeNames.digest(name),
                () -> SafeNames.child(ROOT, name))) {
            EngineException refused = catchThrowableOfType(EngineException.class, gate);
            assertThat(refused).isNotNull();
            assertThat(refused.category()).isEqualTo(EngineException.Category.REJECTED);
            assertThat(refused.getMessage())
                    .hasSizeLessThan(500)
                    .doesNotContain("\n", "\r", "\u0000", "\u001b", "\u202e");
        }
    }

    @Test
    void aNameIsTakenUpToItsLimit() {
        String longest = "a".repeat(200);

        assertThat(SafeNames.topologyId(longest)).isEqualTo(longest);
        assertThat(SafeNames.child(ROOT, longest)).isEqualTo(ROOT.resolve(longest));
        assertThat(catchThrowableOfType(EngineException.class, () -> SafeNames.topologyId(longest + "a")))
                .isNotNull();
        assertThat(catchThrowableOfType(EngineException.class, () -> SafeNames.child(ROOT, longest + "a")))
                .isNotNull();
    }

    @Test
    void whatTheEngineItselfMakesIsTaken() {
        assertThat(SafeNames.topologyId("Word_count-7-1764471600")).isNotEmpty();
        assertThat(SafeNames.uploadId(UUID.randomUUID().toString())).isNotEmpty();
        assertThat(SafeNames.digest(Digests.text(Digests.sha256()))).isNotEmpty();
        assertThat(SafeNames.child(ROOT, "stormjar.jar")).isEqualTo(ROOT.resolve("stormjar.jar"));
        assertThat(SafeNames.child(ROOT.resolve("../x"), "a").getParent()).isEqualTo(ROOT.resolveSibling("x"));
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void whateverPassesIsRightBelow(long seed) {
        Random random = new Random(seed);
        String letters = "ab0._-/\\%~$ \u0000\u2215:";
        for (int i = 0; i < 1_000; i++) {
            StringBuilder name = new StringBuilder();
            for (int j = random.nextInt(6); j > 0; j--) {
                name.append(letters.charAt(random.nextInt(letters.length())));
            }
            try {
                Path child = SafeNames.child(ROOT, name.toString());
                assertThat(child.getParent()).isEqualTo(ROOT);
                assertThat(child.getFileName()).hasToString(name.toString());
            } catch (EngineException e) {
                assertThat(e.category()).isEqualTo(EngineException.Category.REJECTED);
            }
        }
    }
}
