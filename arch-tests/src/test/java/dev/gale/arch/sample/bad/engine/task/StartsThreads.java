package dev.gale.arch.sample.bad.engine.task;

import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.ReentrantLock;

final class StartsThreads {
    private final ReentrantLock lock = new ReentrantLock();

    void start() {
        new Thread(lock::lock).start();
        Executors.newCachedThreadPool().shutdown();
    }

    ThreadFactory later() {
        return Thread::new;
    }
}
