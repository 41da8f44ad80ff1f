package dev.gale.arch.sample.plugin.bad;

final class EndsTheProcess {
    static void politely() {
        System.exit(1);
    }

    static void atOnce() {
        Runtime.getRuntime().halt(1);
    }
}
