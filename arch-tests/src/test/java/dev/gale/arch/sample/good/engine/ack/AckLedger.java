package dev.gale.arch.sample.good.engine.ack;

import dev.gale.arch.sample.good.engine.tuple.Tuple;
import java.io.DataOutput;
import java.io.IOException;
import java.io.Serializable;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

/** Everything that is a value, and so allowed in a pure room. */
public final class AckLedger implements Serializable {
    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

    final transient AtomicLong roots = new AtomicLong();

    long draw(RandomGenerator random, Tuple tuple) {
        LONGS.setRelease(new long[1], 0, 1L);
        return random.nextLong() + tuple.value().length;
    }

    Instant later(Instant now, long nanos) {
        return now.plus(Duration.ofNanos(nanos)).plusMillis(TimeUnit.NANOSECONDS.toMillis(nanos));
    }

    void write(DataOutput out, ByteBuffer buffer, Path path) throws IOException {
        out.writeUTF(path.toString() + buffer.remaining() + new Date(0) + new UUID(1, 2));
    }

    CompletionStage<String> then(CompletionStage<Long> stage, List<Long> order) {
        Collections.sort(order);
        return stage.thenApply(value -> value + System.lineSeparator());
    }
}
