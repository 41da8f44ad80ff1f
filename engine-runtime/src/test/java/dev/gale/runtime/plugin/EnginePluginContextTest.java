package dev.gale.runtime.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.spi.plugin.EngineException;
import dev.gale.spi.plugin.EngineException.Category;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionException;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class EnginePluginContextTest {
    private final List<EngineException> fatal = new ArrayList<>();
    private final EnginePluginContext context =
            new EnginePluginContext("test", "store", () -> 0, new SplittableRandom(1), fatal::add);

    @Test
    void whatIsFatalIsHandedToTheHost() {
        EngineException first = new EngineException(Category.FATAL, "first");
        EngineException second = new EngineException(Category.FATAL, "second");

        context.onError("election", first);
        context.onError("election", new CompletionException(second));

        assertThat(fatal).containsExactly(first, second);
    }

    @Test
    void otherFailuresEndNothing() {
        for (Category category : List.of(Category.UNAVAILABLE, Category.FENCED, Category.REJECTED)) {
            context.onError("election", new EngineException(category, "no harm"));
        }
        context.onError("listener", new IllegalStateException("a mistake"));

        assertThat(fatal).isEmpty();
    }

    private static EnginePluginContext context() {
        return new EnginePluginContext("test", "transport test", System::nanoTime, new SplittableRandom(7));
    }

    private static long[] numbers(RandomGenerator generator) {
        return generator.longs(5).toArray();
    }

    @Test
    void everyCallerGetsAGeneratorOfItsOwn() {
        EnginePluginContext fresh = context();

        RandomGenerator first = fresh.random();
        RandomGenerator second = fresh.random();

        assertThat(second).isNotSameAs(first);
        assertThat(numbers(second)).isNotEqualTo(numbers(first));
    }

    @Test
    void whatOneCallerDrawsDoesNotChangeWhatAnotherGets() {
        EnginePluginContext quiet = context();
        quiet.random();
        EnginePluginContext busy = context();
        numbers(busy.random());

        assertThat(numbers(busy.random())).isEqualTo(numbers(quiet.random()));
    }
}
