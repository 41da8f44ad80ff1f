package dev.gale.distribution.daemon;

import java.util.Optional;

/** Which Gale this is. */
public final class Version {
    private Version() {}

    /** As the jar says; {@code unpacked} when it runs from classes. */
    public static String current() {
        return Optional.ofNullable(Version.class.getPackage().getImplementationVersion())
                .orElse("unpacked");
    }
}
