package dev.gale.bench.jet;

import dev.gale.bench.harness.Scenario;

/** One constant small string an item. */
final class ConstantSource extends BenchSource {
    @Override
    Object next() {
        return Scenario.PAYLOAD;
    }

    @Override
    void taken() {}
}
