package dev.gale.bench.harness;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;

/** Of this process, in which all stages run. */
final class ProcessMeters implements Meters {
    private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private final ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

    @Override
    public long tuples() {
        return Probe.total();
    }

    @Override
    public Reading read() {
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

    @Override
    public void check() {
        if (Probe.total() == 0) {
            throw new IllegalStateException("no tuple reached the last stage");
        }
    }
}
