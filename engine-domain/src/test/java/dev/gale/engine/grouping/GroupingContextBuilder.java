package dev.gale.engine.grouping;

import dev.gale.api.Fields;
import dev.gale.api.TopologyContext;
import java.lang.reflect.Proxy;
import java.util.Random;
import java.util.stream.IntStream;

/** Contexts for tests: source 'words', fields 'key' and 'n', emitting task 1, targets from task 10 on, none of them local. */
final class GroupingContextBuilder {
    static final TopologyContext NOBODY_LOOKS = (TopologyContext) Proxy.newProxyInstance(
            TopologyContext.class.getClassLoader(),
            new Class<?>[] {TopologyContext.class},
            (proxy, method, arguments) -> {
                throw new UnsupportedOperationException(method.getName());
            });

    private Fields fields = new Fields("key", "n");
    private int[] targets = {10};
    private boolean[] local = {false};
    private int keyGroups = 4_096;
    private long seed = 1;

    static GroupingContextBuilder aContext() {
        return new GroupingContextBuilder();
    }

    GroupingContextBuilder withFields(String... names) {
        fields = new Fields(names);
        return this;
    }

    GroupingContextBuilder withTargets(int count) {
        targets = IntStream.range(10, 10 + count).toArray();
        local = new boolean[count];
        return this;
    }

    GroupingContextBuilder withLocal(int... positions) {
        for (int position : positions) {
            local[position] = true;
        }
        return this;
    }

    GroupingContextBuilder withKeyGroups(int count) {
        keyGroups = count;
        return this;
    }

    GroupingContextBuilder withSeed(long value) {
        seed = value;
        return this;
    }

    GroupingContext build() {
        return new GroupingContext(
                "words", "default", fields, 1, targets, local, keyGroups, new Random(seed), NOBODY_LOOKS);
    }
}
