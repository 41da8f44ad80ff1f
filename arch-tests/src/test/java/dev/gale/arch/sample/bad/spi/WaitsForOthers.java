package dev.gale.arch.sample.bad.spi;

final class WaitsForOthers {
    static String where() {
        return Thread.currentThread().getName();
    }

    static long when() {
        return System.currentTimeMillis();
    }

    static double what() {
        return Math.random();
    }

    static void say() {
        System.err.println("said");
    }
}
