package dev.gale.arch.sample.good.adapter.memory;

import org.slf4j.LoggerFactory;

final class Hidden {
    void log() {
        LoggerFactory.getLogger(Hidden.class).info("hidden");
    }
}
