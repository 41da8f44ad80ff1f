package dev.gale.runtime.supervisor;

/**
 * How the JVM of a topology's workers is to be started.
 *
 * @param childOpts of the supervisor, {@code worker.childopts} included; may be blank
 * @param heapMegabytes at most, unless {@code childOpts} says otherwise
 */
public record WorkerOptions(String childOpts, int heapMegabytes) {
    public WorkerOptions {
        if (heapMegabytes < 1) {
            throw new IllegalArgumentException("A worker needs a heap; not " + heapMegabytes + " megabytes");
        }
    }
}
