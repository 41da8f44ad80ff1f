package dev.gale.engine.grouping;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One key of each kind that has a stable hash. As a program it prints their hashes, for a test that runs it in another JVM. */
final class GoldenKeys {
    private GoldenKeys() {}

    static Map<String, @Nullable Object> all() {
        LocalDateTime dateTime = LocalDateTime.of(2024, 2, 29, 12, 30, 15, 123_456_789);
        Map<String, @Nullable Object> keys = new LinkedHashMap<>();
        keys.put("null", null);
        keys.put("empty text", "");
        keys.put("text", "storm");
        keys.put("text with hash code MIN_VALUE", "polygenelubricants");
        keys.put("int", 42);
        keys.put("most negative int", Integer.MIN_VALUE);
        keys.put("long", 1L << 40);
        keys.put("double", 0.5);
        keys.put("not a number", Double.NaN);
        keys.put("true", true);
        keys.put("false", false);
        keys.put("character", 'x');
        keys.put("enum", TimeUnit.SECONDS);
        keys.put("enum with bodies", DayOfWeek.MONDAY);
        keys.put("byte[]", new byte[] {1, -2, 3});
        keys.put("short[]", new short[] {1, -2, 3});
        keys.put("int[]", new int[] {1, -2, 3});
        keys.put("long[]", new long[] {1, -2, 3});
        keys.put("char[]", new char[] {'a', 'b'});
        keys.put("boolean[]", new boolean[] {true, false});
        keys.put("float[]", new float[] {1.5f, -2});
        keys.put("double[]", new double[] {1.5, -2});
        keys.put("Object[]", new Object[] {"a", 1, new byte[] {7}});
        keys.put("empty list", List.of());
        keys.put("list", Arrays.asList("a", null, List.of(1, 2L)));
        keys.put("set", Set.of("a", "b", "c"));
        keys.put("map", Map.of("a", 1, "b", List.of(2)));
        keys.put("BigInteger", new BigInteger("-17"));
        keys.put("large BigInteger", new BigInteger("123456789012345678901234567890"));
        keys.put("BigDecimal", new BigDecimal("12.50"));
        keys.put("UUID", UUID.fromString("123e4567-e89b-12d3-a456-426614174000"));
        keys.put("Instant", Instant.ofEpochSecond(1_700_000_000, 5));
        keys.put("LocalDate", dateTime.toLocalDate());
        keys.put("LocalTime", LocalTime.of(12, 30));
        keys.put("LocalDateTime", dateTime);
        keys.put("OffsetDateTime", OffsetDateTime.of(dateTime, ZoneOffset.ofHours(2)));
        keys.put("OffsetTime", OffsetTime.of(LocalTime.NOON, ZoneOffset.ofHours(-3)));
        keys.put("ZonedDateTime", ZonedDateTime.of(dateTime, ZoneId.of("Europe/Paris")));
        keys.put("ZoneId", ZoneId.of("Europe/Paris"));
        keys.put("Duration", Duration.ofMillis(1_500));
        keys.put("Period", Period.of(1, 2, 3));
        keys.put("Year", Year.of(2024));
        keys.put("YearMonth", YearMonth.of(2024, 2));
        keys.put("MonthDay", MonthDay.of(2, 29));
        keys.put("Date", new Date(1_700_000_000_000L));
        keys.put("old date", LocalDate.of(-5, 1, 1));
        return keys;
    }

    static String print() {
        StringBuilder lines = new StringBuilder();
        all().forEach((name, key) -> lines.append(name)
                .append('=')
                .append(Long.toHexString(KeyHash.of(key)))
                .append('\n'));
        return lines.toString();
    }

    public static void main(String[] arguments) {
        System.out.print(print());
    }
}
