package dev.gale.arch.sample.bad.engine.cluster;

import dev.gale.arch.sample.bad.engine.schedule.Schedule;

public final class SeesTheScheduler {
    Schedule schedule;
}
