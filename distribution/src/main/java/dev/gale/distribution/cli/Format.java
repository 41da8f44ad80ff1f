package dev.gale.distribution.cli;

import java.util.Locale;

/** How commands write what they found. */
enum Format {
    /** Tables for people. */
    TABLE,
    /** One JSON value for programs. */
    JSON;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
