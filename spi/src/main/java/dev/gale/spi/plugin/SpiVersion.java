package dev.gale.spi.plugin;

/**
 * A version of the ports. The minor part rises with what adapters may ignore, the major part with what breaks them. It has nothing to do
 * with the version of a release. The manifest of a plugin's jar says which versions it fits, such as {@code Gale-Spi-Version: [1,2)}.
 */
public record SpiVersion(int major, int minor) implements Comparable<SpiVersion> {
    /** That of the ports beside this class. */
    public static final SpiVersion CURRENT = new SpiVersion(1, 1);

    /** The attribute of a manifest with the range of versions that a plugin fits. */
    public static final String ATTRIBUTE = "Gale-Spi-Version";

    public SpiVersion {
        if (major < 0 || minor < 0) {
            throw new IllegalArgumentException("no version: " + major + "." + minor);
        }
    }

    @Override
    public int compareTo(SpiVersion other) {
        int majors = Integer.compare(major, other.major);
        return majors == 0 ? Integer.compare(minor, other.minor) : majors;
    }

    @Override
    public String toString() {
        return major + "." + minor;
    }
}
