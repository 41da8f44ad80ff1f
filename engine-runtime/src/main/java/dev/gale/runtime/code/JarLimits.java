package dev.gale.runtime.code;

/**
 * What a jar may hold. A bomb is small until it is unpacked, so what it would become is bounded as well as what it is.
 *
 * @param entries files and directories
 * @param totalBytes of all entries, unpacked
 * @param ratio unpacked bytes by packed ones, of one entry and of all, where {@link #RATIO_FROM} are exceeded
 */
public record JarLimits(int entries, long totalBytes, int ratio) {
    /** A few megabytes of zeros harm nobody. */
    static final long RATIO_FROM = 32L << 20;

    /** 200,000 entries, 4 GiB, 100 to 1. */
    public static final JarLimits DEFAULT = new JarLimits(200_000, 4L << 30, 100);

    public JarLimits {
        if (entries < 1 || totalBytes < 1 || ratio < 1) {
            throw new IllegalArgumentException(
                    "Limits are above 0, and not " + entries + ", " + totalBytes + " and " + ratio);
        }
    }
}
