package dev.gale.runtime.code;

/**
 * What a topology's files may take at most, checked before memory is taken for it.
 *
 * @param jarBytes of {@code stormjar.jar}
 * @param codeBytes of {@code stormcode.ser}
 * @param confBytes of {@code stormconf.ser}
 * @param components that a topology may have
 * @param insideJar what the jar may hold
 */
public record CodeLimits(long jarBytes, int codeBytes, int confBytes, int components, JarLimits insideJar) {
    /** 1 GiB, 64 MiB, 4 MiB; 10,000 components. */
    public static final CodeLimits DEFAULT = new CodeLimits(1L << 30, 64 << 20, 4 << 20, 10_000, JarLimits.DEFAULT);

    public CodeLimits {
        if (jarBytes < 1 || codeBytes < 1 || confBytes < 1 || components < 1) {
            throw new IllegalArgumentException("Limits are above 0, and not " + jarBytes + ", " + codeBytes + ", "
                    + confBytes + " and " + components);
        }
    }

    long bytes(CodeFile file) {
        return switch (file) {
            case JAR -> jarBytes;
            case CODE -> codeBytes;
            case CONF -> confBytes;
        };
    }
}
