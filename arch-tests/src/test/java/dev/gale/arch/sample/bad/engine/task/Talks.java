package dev.gale.arch.sample.bad.engine.task;

import java.util.function.IntConsumer;
import java.util.logging.Logger;

final class Talks {
    private static final Logger LOG = Logger.getLogger("talks");

    void talk(Exception failure) {
        LOG.info("talk");
        System.out.println("talk");
        failure.printStackTrace();
        System.exit(System.getenv("RC") == null ? 0 : 1);
    }

    IntConsumer later() {
        return System::exit;
    }
}
