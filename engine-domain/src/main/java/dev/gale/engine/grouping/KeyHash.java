package dev.gale.engine.grouping;

import java.math.BigDecimal;
import java.math.BigInteger;
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
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A 64-bit hash of grouping keys by content, the same in every JVM and every release of Gale that has the same {@link #VERSION}.
 *
 * <p>Goals: keys that are equal hash equally, arrays by their content; whole numbers by their value, whatever their box; and no key
 * hashes by identity. Sets and maps hash the same whatever their order. A type that is not known to have such a hash is refused,
 * since {@link Object#hashCode} may differ between processes without anyone noticing. Built on specified functions only, such as
 * {@link String#hashCode}, which is cached in the string.
 */
public final class KeyHash {
    /** Goes up when a key hashes differently than before: key groups of running topologies are then not those of new ones. */
    public static final int VERSION = 1;

    private static final long NULL = 0x2545F4914F6CDD1DL;
    private static final long BOOLEAN = 0x9E3779B97F4A7C15L;
    private static final long WHOLE = 0xBF58476D1CE4E5B9L;
    private static final long FRACTION = 0x94D049BB133111EBL;
    private static final long CHARACTER = 0xD6E8FEB86659FD93L;
    private static final long TEXT = 0xA0761D6478BD642FL;
    private static final long ENUM = 0xE7037ED1A0B428DBL;
    private static final long BIG = 0x8EBC6AF09C88C6E3L;
    private static final long ID = 0x589965CC75374CC3L;
    private static final long TIME = 0x1D8E4E27C47D124FL;
    private static final long SEQUENCE = 0xEB44ACCAB455D165L;
    private static final long SET = 0xAAAAAAAAAAAAAAABL;
    private static final long MAP = 0x9C6E6877736C46E3L;

    private static final long MULTIPLIER = 0x9FB21C651E98DF25L;

    private KeyHash() {}

    /** @throws IllegalArgumentException naming the class of {@code key}, or of what it holds, if that has no stable hash */
    public static long of(@Nullable Object key) {
        if (key instanceof String text) {
            return ofText(TEXT, text);
        }
        if (key instanceof Long || key instanceof Integer || key instanceof Short || key instanceof Byte) {
            return combine(WHOLE, ((Number) key).longValue());
        }
        if (key == null) {
            return mix(NULL);
        }
        if (key.getClass().isArray()) {
            return ofArray(key);
        }
        if (key instanceof Enum<?> constant) {
            return combine(ofText(ENUM, constant.getDeclaringClass().getName()), ofText(TEXT, constant.name()));
        }
        if (key instanceof List<?> list) {
            return ofList(list);
        }
        if (key instanceof UUID id) {
            return combine(combine(ID, id.getMostSignificantBits()), id.getLeastSignificantBits());
        }
        return ofRarer(key);
    }

    /** The hash of a sequence that goes on with {@code next}; order matters. */
    static long combine(long hash, long next) {
        return mix(hash * MULTIPLIER + next);
    }

    /** The finalizer of SplitMix64: one to one, each bit of the input changes half of the output's. */
    private static long mix(long bits) {
        long mixed = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }

    private static long ofText(long kind, String text) {
        return combine(kind, ((long) text.length() << 32) ^ text.hashCode());
    }

    private static long ofRarer(Object key) {
        if (key instanceof Boolean flag) {
            return combine(BOOLEAN, flag ? 1 : 0);
        }
        if (key instanceof Double || key instanceof Float) {
            return ofFraction(((Number) key).doubleValue());
        }
        if (key instanceof Character character) {
            return combine(CHARACTER, character);
        }
        if (key instanceof BigInteger number) {
            return ofBig(number);
        }
        if (key instanceof BigDecimal number) {
            return combine(ofBig(number.unscaledValue()), number.scale());
        }
        if (key instanceof Set<?> set) {
            return ofSet(set);
        }
        if (key instanceof Map<?, ?> map) {
            return ofMap(map);
        }
        return ofTime(key);
    }

    private static long ofFraction(double number) {
        return combine(FRACTION, Double.doubleToLongBits(number));
    }

    private static long ofBig(BigInteger number) {
        return number.bitLength() < Long.SIZE
                ? combine(BIG, number.longValue())
                : combine(BIG, ofArray(number.toByteArray()));
    }

    private static long ofTime(Object key) {
        if (key instanceof Instant instant) {
            return ofTime(instant.getEpochSecond(), instant.getNano());
        }
        if (key instanceof LocalDate date) {
            return combine(TIME, date.toEpochDay());
        }
        if (key instanceof LocalDateTime dateTime) {
            return ofDateTime(dateTime);
        }
        if (key instanceof LocalTime time) {
            return combine(TIME, time.toNanoOfDay());
        }
        if (key instanceof Date date) {
            return combine(TIME, date.getTime());
        }
        if (key instanceof Duration duration) {
            return ofTime(duration.getSeconds(), duration.getNano());
        }
        if (key instanceof ZonedDateTime zoned) {
            long local = combine(
                    ofDateTime(zoned.toLocalDateTime()), zoned.getOffset().getTotalSeconds());
            return combine(local, ofText(TIME, zoned.getZone().getId()));
        }
        if (key instanceof OffsetDateTime offset) {
            return combine(
                    ofDateTime(offset.toLocalDateTime()), offset.getOffset().getTotalSeconds());
        }
        if (key instanceof OffsetTime offset) {
            return ofTime(offset.toLocalTime().toNanoOfDay(), offset.getOffset().getTotalSeconds());
        }
        if (key instanceof ZoneId zone) {
            return ofText(TIME, zone.getId());
        }
        if (key instanceof Period period) {
            return combine(ofTime(period.getYears(), period.getMonths()), period.getDays());
        }
        if (key instanceof YearMonth month) {
            return ofTime(month.getYear(), month.getMonthValue());
        }
        if (key instanceof Year year) {
            return combine(TIME, year.getValue());
        }
        if (key instanceof MonthDay day) {
            return ofTime(day.getMonthValue(), day.getDayOfMonth());
        }
        throw new UnstableKeyException(key.getClass());
    }

    private static long ofDateTime(LocalDateTime dateTime) {
        return ofTime(
                dateTime.toLocalDate().toEpochDay(), dateTime.toLocalTime().toNanoOfDay());
    }

    private static long ofTime(long major, long minor) {
        return combine(combine(TIME, major), minor);
    }

    private static long ofList(List<?> list) {
        long hash = SEQUENCE;
        if (list instanceof RandomAccess) {
            for (int i = 0, size = list.size(); i < size; i++) {
                hash = combine(hash, of(list.get(i)));
            }
        } else {
            for (Object element : list) {
                hash = combine(hash, of(element));
            }
        }
        return hash;
    }

    private static long ofSet(Set<?> set) {
        long sum = 0;
        for (Object element : set) {
            sum += of(element);
        }
        return combine(combine(SET, set.size()), sum);
    }

    private static long ofMap(Map<?, ?> map) {
        long sum = 0;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            sum += combine(of(entry.getKey()), of(entry.getValue()));
        }
        return combine(combine(MAP, map.size()), sum);
    }

    private static long ofArray(Object array) {
        long hash = SEQUENCE;
        if (array instanceof Object[] objects) {
            for (Object element : objects) {
                hash = combine(hash, of(element));
            }
        } else if (array instanceof byte[] bytes) {
            for (byte element : bytes) {
                hash = hash * MULTIPLIER + element;
            }
        } else if (array instanceof int[] ints) {
            for (int element : ints) {
                hash = combine(hash, element);
            }
        } else if (array instanceof long[] longs) {
            for (long element : longs) {
                hash = combine(hash, element);
            }
        } else if (array instanceof char[] chars) {
            for (char element : chars) {
                hash = combine(hash, element);
            }
        } else if (array instanceof short[] shorts) {
            for (short element : shorts) {
                hash = combine(hash, element);
            }
        } else if (array instanceof boolean[] booleans) {
            for (boolean element : booleans) {
                hash = combine(hash, element ? 1 : 0);
            }
        } else if (array instanceof double[] doubles) {
            for (double element : doubles) {
                hash = combine(hash, ofFraction(element));
            }
        } else if (array instanceof float[] floats) {
            for (float element : floats) {
                hash = combine(hash, ofFraction(element));
            }
        }
        return mix(hash);
    }
}
