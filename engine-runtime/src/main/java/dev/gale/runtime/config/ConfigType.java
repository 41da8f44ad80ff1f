package dev.gale.runtime.config;

import dev.gale.spi.plugin.ConfigSection;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a key takes. A value from a flag or the environment is always a text, so each type reads texts too.
 *
 * @param wanted what people may write, for messages
 * @param parser the typed value, or nothing if it does not fit
 * @param secret whether the value must not be shown
 */
public record ConfigType<T>(String wanted, Function<Object, Optional<T>> parser, boolean secret) {
    private static final Pattern TIME = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,9})?)\\s*(ms|s|m|h|d)?");
    private static final Pattern SIZE = Pattern.compile("(\\d{1,18})\\s*(B|KiB|MiB|GiB)?");
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]*");
    private static final BigDecimal NANOS = BigDecimal.valueOf(1_000_000_000);
    private static final Duration LONGEST = Duration.ofDays(3_650);

    static final ConfigType<String> TEXT = shown("a text that is not empty", ConfigType::text);

    static final ConfigType<String> HOST = text("the name or address of a host", it -> it.matches("\\S+"));

    static final ConfigType<String> ADAPTER = shown(
            "the name of an adapter, such as zookeeper",
            value -> text(value).filter(name -> NAME.matcher(name).matches()));

    static final ConfigType<Secret> SECRET =
            new ConfigType<>("a text that is not empty", value -> text(value).map(Secret::new), true);

    static final ConfigType<Duration> DURATION = duration(Duration.ofNanos(1));

    static final ConfigType<Duration> DURATION_OR_ZERO = duration(Duration.ZERO);

    static final ConfigType<Long> SIZE_IN_BYTES =
            shown("a size such as 512KiB, 8MiB or 1GiB, or a number of bytes", ConfigType::size);

    static final ConfigType<List<Integer>> PORTS =
            shown("a list of different ports from 1 to 65535, such as [6700, 6701] or 6700,6701", ConfigType::ports);

    static final ConfigType<List<String>> SEEDS =
            shown("a list of addresses, such as [nimbus-1:7070, nimbus-2:7070]", ConfigType::seeds);

    static final ConfigType<List<String>> ARGUMENTS =
            shown("options of a JVM: a list, or one text that blanks divide", ConfigType::arguments);

    /** Values of single names arrive as keys of their own; a text has all of them. */
    static final ConfigType<Map<String, Integer>> COUNTS =
            shown("names with a number from 1 on, such as {billing: 2} or billing=2,search=1", ConfigType::counts);

    static ConfigType<Integer> whole(int least, int most) {
        String range = most == Integer.MAX_VALUE ? least + " on" : least + " to " + most;
        return shown("a whole number from " + range, value -> whole(value, least, most));
    }

    static ConfigType<String> text(String wanted, Predicate<String> fits) {
        return shown(wanted, value -> text(value).filter(fits));
    }

    private static <T> ConfigType<T> shown(String wanted, Function<Object, Optional<T>> parser) {
        return new ConfigType<>(wanted, parser, false);
    }

    private static ConfigType<Duration> duration(Duration least) {
        String wanted = "a time such as 10s, 500ms or 5m, or a number of seconds such as 10 or 0.2"
                + (least.isZero() ? "" : ", above 0");
        return shown(wanted, value -> time(value).filter(it -> it.compareTo(least) >= 0 && it.compareTo(LONGEST) <= 0));
    }

    private static boolean isSingle(Object value) {
        return value instanceof String || value instanceof Number || value instanceof Boolean;
    }

    private static Optional<String> text(Object value) {
        return isSingle(value)
                ? Optional.of(value.toString().trim()).filter(text -> !text.isEmpty())
                : Optional.empty();
    }

    private static Optional<BigDecimal> number(Object value) {
        try {
            return value instanceof Boolean ? Optional.empty() : text(value).map(BigDecimal::new);
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static Optional<Integer> whole(Object value, int least, int most) {
        // The scale keeps 1e999999999 from being written out.
        return number(value)
                .filter(number -> Math.abs((long) number.scale()) <= 20 && number.precision() <= 20)
                .filter(number -> number.compareTo(BigDecimal.valueOf(least)) >= 0
                        && number.compareTo(BigDecimal.valueOf(most)) <= 0
                        && number.stripTrailingZeros().scale() <= 0)
                .map(BigDecimal::intValue);
    }

    private static Optional<Duration> time(Object value) {
        if (value instanceof Double number && (number < 0 || number > LONGEST.toSeconds() || number.isNaN())) {
            return Optional.empty();
        }
        Optional<String> text = value instanceof Double number
                ? Optional.of(BigDecimal.valueOf(number)
                        .setScale(9, RoundingMode.HALF_UP)
                        .toPlainString())
                : text(value);
        return text.map(TIME::matcher).filter(Matcher::matches).flatMap(ConfigType::amountOfTime);
    }

    private static Optional<Duration> amountOfTime(Matcher amount) {
        String unit = amount.group(2) == null ? "s" : amount.group(2);
        BigDecimal seconds = new BigDecimal(amount.group(1))
                .multiply(
                        switch (unit) {
                            case "ms" -> new BigDecimal("0.001");
                            case "m" -> BigDecimal.valueOf(60);
                            case "h" -> BigDecimal.valueOf(3_600);
                            case "d" -> BigDecimal.valueOf(86_400);
                            default -> BigDecimal.ONE;
                        });
        if (seconds.compareTo(BigDecimal.valueOf(LONGEST.toSeconds())) > 0) {
            return Optional.empty();
        }
        return Optional.of(Duration.ofNanos(seconds.multiply(NANOS).longValue()));
    }

    private static Optional<Long> size(Object value) {
        Optional<Matcher> amount = value instanceof Boolean
                ? Optional.empty()
                : text(value).map(SIZE::matcher).filter(Matcher::matches);
        return amount.flatMap(parts -> {
            int shift = parts.group(2) == null
                    ? 0
                    : switch (parts.group(2)) {
                        case "KiB" -> 10;
                        case "MiB" -> 20;
                        case "GiB" -> 30;
                        default -> 0;
                    };
            long number = Long.parseLong(parts.group(1));
            return number > 0 && number <= Long.MAX_VALUE >> shift ? Optional.of(number << shift) : Optional.empty();
        });
    }

    /** The items of a list, or of a text with commas; nothing if one is no single value. */
    private static Optional<List<Object>> items(Object value) {
        if (value instanceof List<?> list) {
            List<Object> items = new ArrayList<>();
            for (Object item : list) {
                if (item == null || !isSingle(item)) {
                    return Optional.empty();
                }
                items.add(item);
            }
            return Optional.of(items);
        }
        return text(value).map(text -> List.<Object>copyOf(ConfigSection.listed(text)));
    }

    /** Each item by itself; nothing if one does not fit, or there is none. */
    private static <T> Optional<List<T>> each(Object value, Function<Object, Optional<T>> parser) {
        List<T> parsed = new ArrayList<>();
        for (Object item : items(value).orElse(List.of())) {
            Optional<T> one = parser.apply(item);
            if (one.isEmpty()) {
                return Optional.empty();
            }
            parsed.add(one.get());
        }
        return parsed.isEmpty() ? Optional.empty() : Optional.of(List.copyOf(parsed));
    }

    private static Optional<List<Integer>> ports(Object value) {
        return each(value, item -> whole(item, 1, 65_535))
                .filter(ports -> ports.stream().distinct().count() == ports.size());
    }

    private static Optional<List<String>> seeds(Object value) {
        return each(value, item -> text(item).filter(it -> HostPort.parse(it, 0).isPresent()));
    }

    private static Optional<List<String>> arguments(Object value) {
        if (value instanceof List<?> list && list.isEmpty()
                || "".equals(value.toString().trim())) {
            return Optional.of(List.of());
        }
        if (value instanceof List<?>) {
            return each(value, ConfigType::text);
        }
        return text(value).map(text -> List.of(text.split("\\s+")));
    }

    private static Optional<Map<String, Integer>> counts(Object value) {
        if (value instanceof Map<?, ?> map && map.isEmpty()) {
            return Optional.of(Map.of());
        }
        Map<String, Integer> counts = new TreeMap<>();
        for (Object item : items(value).orElse(List.of())) {
            String text = item.toString();
            int equals = text.lastIndexOf('=');
            Optional<Integer> count =
                    equals < 1 ? Optional.empty() : whole(text.substring(equals + 1), 1, Integer.MAX_VALUE);
            if (count.isEmpty() || counts.put(text.substring(0, equals).trim(), count.get()) != null) {
                return Optional.empty();
            }
        }
        return counts.isEmpty() ? Optional.empty() : Optional.of(Collections.unmodifiableMap(counts));
    }
}
