package dev.gale.arch.sample.bad.engine.task;

import java.time.Clock;
import java.time.Instant;
import java.util.Date;
import java.util.function.LongSupplier;

final class ReadsTheClock {
    final LongSupplier reference = System::nanoTime;

    Instant instant() {
        return Instant.now();
    }

    Clock clock() {
        return Clock.systemUTC();
    }

    Date date() {
        return new Date();
    }
}
