package dev.gale.arch.sample.plugin.bad;

import java.util.function.IntConsumer;

final class EndsTheProcess {
    static void politely() {
        System.exit(1);
    }

    static void atOnce() {
        Runtime.getRuntime().halt(1);
    }

    static IntConsumer later() {
        return System::exit;
    }

    static IntConsumer laterAtOnce(Runtime runtime) {
        return runtime::halt;
    }
}
