package dev.gale.arch.sample.good.runtime.worker;

import dev.gale.arch.sample.good.engine.ack.AckLedger;
import dev.gale.arch.sample.good.spi.PortFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

public final class Worker {
    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);

    public void run(PortFactory port, AckLedger ledger) {
        LOG.info("worker {} {} {}", port.name(), ledger, System.nanoTime());
    }
}
