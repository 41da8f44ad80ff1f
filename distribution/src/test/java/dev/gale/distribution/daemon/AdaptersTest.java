package dev.gale.distribution.daemon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class AdaptersTest {
    private static final String BROKEN =
            "metadata.store: the adapter 'acme' is broken, get another release or name another adapter: its factory";

    @Test
    void aFactoryThatBreaksThePortIsNamed() {
        rejects(() -> null, BROKEN + " answers nothing");
        rejects(
                () -> {
                    throw new IllegalStateException("boom");
                },
                BROKEN + " throws java.lang.IllegalStateException: boom");
        rejects(
                () -> {
                    throw new NoClassDefFoundError("y/Dep");
                },
                BROKEN + " throws java.lang.NoClassDefFoundError: y/Dep");
    }

    @Test
    void whatAFactorySaysAsThePortHasItComesThrough() {
        EngineException said = new EngineException(Category.UNAVAILABLE, "nobody answers at 127.0.0.1:1");

        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> Adapters.opened("metadata.store", "acme", () -> {
                    throw said;
                }))
                .isSameAs(said);
        assertThat(Adapters.opened("metadata.store", "acme", () -> "a store")).isEqualTo("a store");
    }

    private static void rejects(Supplier<Object> opening, String message) {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> Adapters.opened("metadata.store", "acme", opening))
                .withMessage(message)
                .satisfies(e -> assertThat(e.category()).isEqualTo(Category.REJECTED));
    }
}
