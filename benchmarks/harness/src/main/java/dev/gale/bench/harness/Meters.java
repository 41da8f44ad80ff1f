package dev.gale.bench.harness;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;

/** Reads what this process has used so far. */
final class Meters {
    private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private final ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

    /** One reading of everything that a window is made of. */
    record Reading(long nanos, long tuples, long cpuNanos, Map<Long, Long> allocatedByThread) {
        Reading {
            allocatedByThread = Map.copyOf(allocatedByThread);
        }

        /** Bytes allocated since {@code earlier} by the threads alive now; what a thread that ended did is lost. */
        long bytesSince(Reading earlier) {
            return allocatedByThread.entrySet().stream()
                    .mapToLong(thread ->
                            thread.getValue() - earlier.allocatedByThread().getOrDefault(thread.getKey(), 0L))
                    .sum();
        }
    }

    Reading read() {
        long[] ids = threads.getAllThreadIds();
        long[] bytes = threads.getThreadAllocatedBytes(ids);
        Map<Long, Long> allocated = new HashMap<>();
        for (int i = 0; i < ids.length; i++) {
            if (bytes[i] >= 0) {
                allocated.put(ids[i], bytes[i]);
            }
        }
        return new Reading(System.nanoTime(), Probe.total(), system.getProcessCpuTime(), allocated);
    }
}
