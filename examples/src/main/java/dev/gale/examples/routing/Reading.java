package dev.gale.examples.routing;

import java.util.Locale;

/** What became of a text that a sensor sent. */
sealed interface Reading {
    /** @param region a name in lower case that begins with a letter a to z */
    record Valid(String region, double celsius) implements Reading {
        private static final int LETTERS = 26;

        /** Which of so many stores keeps the region: each has an equal part of the alphabet. */
        int store(int stores) {
            return (region.charAt(0) - 'a') * stores / LETTERS;
        }
    }

    record Invalid(String reason) implements Reading {}

    double ABSOLUTE_ZERO = -273.15;

    /** Takes {@code region=celsius}. */
    static Reading parse(String text) {
        int equals = text.indexOf('=');
        if (equals < 0) {
            return new Invalid("there is no = between region and temperature");
        }
        String region = text.substring(0, equals).strip().toLowerCase(Locale.ROOT);
        if (region.isEmpty() || region.charAt(0) < 'a' || region.charAt(0) > 'z') {
            return new Invalid("a region begins with a letter");
        }
        return parse(region, text.substring(equals + 1).strip());
    }

    private static Reading parse(String region, String temperature) {
        double celsius;
        try {
            celsius = Double.parseDouble(temperature);
        } catch (NumberFormatException e) {
            return new Invalid("the temperature is not a number");
        }
        if (!Double.isFinite(celsius) || celsius < ABSOLUTE_ZERO) {
            return new Invalid("there is no such temperature");
        }
        return new Valid(region, celsius);
    }
}
