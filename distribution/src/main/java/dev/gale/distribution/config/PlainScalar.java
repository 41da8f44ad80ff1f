package dev.gale.distribution.config;

import java.math.BigInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.ScalarEvent;

/** What a scalar means, by the JSON schema of YAML 1.2: null, true, false, numbers; anything else, and anything in quotes, is a text. */
final class PlainScalar {
    private static final Pattern WHOLE = Pattern.compile("-?(0|[1-9]\\d{0,39})");
    private static final Pattern FRACTION = Pattern.compile("-?(0|[1-9]\\d{0,39})(\\.\\d{1,40})?([eE][-+]?\\d{1,3})?");

    private PlainScalar() {}

    static @Nullable Object of(ScalarEvent scalar) {
        String text = scalar.getValue();
        if (scalar.getScalarStyle() != ScalarStyle.PLAIN) {
            return text;
        }
        switch (text) {
            case "", "~", "null":
                return null;
            case "true":
                return true;
            case "false":
                return false;
            default:
                return WHOLE.matcher(text).matches() ? whole(text) : fractionOrText(text);
        }
    }

    private static Number whole(String text) {
        BigInteger number = new BigInteger(text);
        if (number.bitLength() < Integer.SIZE) {
            return number.intValue();
        }
        return number.bitLength() < Long.SIZE ? (Number) number.longValue() : number;
    }

    private static Object fractionOrText(String text) {
        if (FRACTION.matcher(text).matches()) {
            double number = Double.parseDouble(text);
            return Double.isInfinite(number) ? text : (Object) number;
        }
        return text;
    }
}
