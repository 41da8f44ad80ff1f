package dev.gale.runtime.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class EnginePluginContextTest {
    private static EnginePluginContext context() {
        return new EnginePluginContext("test", "transport test", System::nanoTime, new SplittableRandom(7));
    }

    private static long[] numbers(RandomGenerator generator) {
        return generator.longs(5).toArray();
    }

    @Test
    void everyCallerGetsAGeneratorOfItsOwn() {
        EnginePluginContext context = context();

        RandomGenerator first = context.random();
        RandomGenerator second = context.random();

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
