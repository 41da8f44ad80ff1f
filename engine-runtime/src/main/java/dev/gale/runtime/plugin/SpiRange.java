package dev.gale.runtime.plugin;

import dev.gale.spi.plugin.SpiVersion;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Versions of the ports, as a manifest has them: {@code [1,2)} is 1.0 and all that follow below 2.0. */
record SpiRange(SpiVersion from, boolean withFrom, SpiVersion to, boolean withTo) {
    /** What a plugin writes that fits this version and all that do not break it. */
    static final String EXAMPLE = "[" + SpiVersion.CURRENT.major() + "," + (SpiVersion.CURRENT.major() + 1) + ")";

    private static final String VERSION = "\\s*(\\d{1,9})(?:\\.(\\d{1,9}))?\\s*";
    private static final Pattern RANGE = Pattern.compile("([\\[(])" + VERSION + "," + VERSION + "([\\])])");

    /** Empty if the text is none. */
    static Optional<SpiRange> of(String text) {
        Matcher matcher = RANGE.matcher(text.strip());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        SpiVersion from = version(matcher.group(2), matcher.group(3));
        SpiVersion to = version(matcher.group(4), matcher.group(5));
        return Optional.of(new SpiRange(
                from, matcher.group(1).equals("["), to, matcher.group(6).equals("]")));
    }

    boolean contains(SpiVersion version) {
        int above = version.compareTo(from);
        int below = version.compareTo(to);
        return (above > 0 || above == 0 && withFrom) && (below < 0 || below == 0 && withTo);
    }

    private static SpiVersion version(String major, String minor) {
        return new SpiVersion(Integer.parseInt(major), minor == null ? 0 : Integer.parseInt(minor));
    }
}
