package dev.gale.adapter.aeron;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gale.tck.transport.Ear;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What two ends and their media driver take of the machine when nothing flows between them. */
@Timeout(120)
class IdleIT {
    /** Of the threads that the tests' host lends. */
    private static final String NAMES = "tck-";

    private static final Duration SILENCE = Duration.ofSeconds(3);
    private static final long LOOK_AGAIN_MILLIS = 10;

    /** Of one core. */
    private static final double MOST_CPU = 0.3;

    /** Of all looks. On a busy machine a thread that never sleeps gets little of a core, but is not seen asleep. */
    private static final double LEAST_ASLEEP = 0.5;

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

    @TempDir
    private Path temporary;

    /** What was seen of one thread. */
    private static final class Seen {
        private long firstCpuNanos = -1;
        private long lastCpuNanos;
        private int looks;
        private int asleep;

        void add(long cpuNanos, Thread.State state) {
            firstCpuNanos = firstCpuNanos < 0 ? cpuNanos : firstCpuNanos;
            lastCpuNanos = cpuNanos;
            looks++;
            if (state == Thread.State.TIMED_WAITING || state == Thread.State.WAITING) {
                asleep++;
            }
        }

        double cpu(long elapsedNanos) {
            return (double) (lastCpuNanos - firstCpuNanos) / elapsedNanos;
        }

        double asleep() {
            return (double) asleep / looks;
        }
    }

    @Test
    void inSharedMemoryNoThreadBurnsACore() throws InterruptedException {
        try (DriverHost host = new DriverHost(temporary.resolve("shared"), Duration.ofSeconds(10));
                Pair pair = new Pair(Pair.external(host.directory()))) {
            requireQuiet(pair);
        }
    }

    @Test
    void byUdpNoThreadBurnsACore() throws InterruptedException {
        try (Pair pair = new Pair(Pair.embedded(temporary.resolve("drivers")))) {
            requireQuiet(pair);
        }
    }

    private void requireQuiet(Pair pair) throws InterruptedException {
        pair.connect(new Ear(), new Ear());
        Map<String, Seen> all = new TreeMap<>();
        long sinceNanos = System.nanoTime();
        do {
            look(all);
            TimeUnit.MILLISECONDS.sleep(LOOK_AGAIN_MILLIS);
        } while (System.nanoTime() - sinceNanos < SILENCE.toNanos());
        long elapsedNanos = System.nanoTime() - sinceNanos;

        for (String kind : List.of("driver-", "client-", "endpoint-")) {
            assertThat(all.keySet()).anyMatch(name -> name.startsWith(NAMES + kind));
        }
        assertThat(all).allSatisfy((name, seen) -> {
            assertThat(seen.cpu(elapsedNanos)).as("CPU of " + name).isLessThan(MOST_CPU);
            assertThat(seen.asleep()).as("sleep of " + name).isGreaterThan(LEAST_ASLEEP);
        });
    }

    private void look(Map<String, Seen> all) {
        for (ThreadInfo info : threads.getThreadInfo(threads.getAllThreadIds())) {
            long cpuNanos = info == null ? -1 : threads.getThreadCpuTime(info.getThreadId());
            if (cpuNanos >= 0 && info.getThreadName().startsWith(NAMES)) {
                String name = info.getThreadName() + " (" + info.getThreadId() + ")";
                all.computeIfAbsent(name, unseen -> new Seen()).add(cpuNanos, info.getThreadState());
            }
        }
    }
}
