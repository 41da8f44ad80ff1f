package dev.gale.adapter.netty;

import dev.gale.spi.plugin.PluginContext;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The threads of an endpoint: its event loops, and one that looks up host names, since that may block for seconds. All
 * threads are remembered, so that closing can wait for their very end.
 */
final class Loops {
    private static final long LOOKUP_IDLE_SECONDS = 10;
    private static final long FAREWELL_SECONDS = 2;

    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private final EventLoopGroup group;
    private final ExecutorService lookups;

    Loops(int count, IoHandlerFactory io, PluginContext context) {
        group = new MultiThreadIoEventLoopGroup(count, remembering(context.threadFactory("io")), io);
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                1,
                1,
                LOOKUP_IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                remembering(context.threadFactory("lookup")));
        pool.allowCoreThreadTimeOut(true);
        lookups = pool;
    }

    private ThreadFactory remembering(ThreadFactory factory) {
        return body -> {
            Thread thread = factory.newThread(body);
            threads.removeIf(Loops::isOver);
            threads.add(thread);
            return thread;
        };
    }

    private static boolean isOver(Thread thread) {
        return thread.getState() == Thread.State.TERMINATED;
    }

    EventLoopGroup group() {
        return group;
    }

    EventLoop next() {
        return group.next();
    }

    ExecutorService lookups() {
        return lookups;
    }

    boolean contain(Thread candidate) {
        return threads.contains(candidate);
    }

    boolean areOver() {
        return group.isTerminated() && threads.stream().allMatch(Loops::isOver);
    }

    /** Begins to end the threads; what was handed to them before is done. */
    void shutdown() {
        lookups.shutdownNow();
        group.shutdownGracefully(0, FAREWELL_SECONDS, TimeUnit.SECONDS);
    }

    /** Waits until all threads have ended, or the caller is interrupted. */
    void join() {
        try {
            while (!group.awaitTermination(1, TimeUnit.HOURS)) {
                // A callback that does not return; whoever closes waits for it.
            }
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
