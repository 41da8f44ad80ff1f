package dev.gale.runtime.codec;

import dev.gale.api.Values;
import java.lang.invoke.MethodType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/** Which classes need no registration, and as what they arrive. */
final class BuiltInTypes {
    private static final Map<Class<?>, Integer> TAGS = new HashMap<>();

    static {
        TAGS.put(Boolean.class, Tags.FALSE);
        TAGS.put(Byte.class, Tags.BYTE);
        TAGS.put(Short.class, Tags.SHORT);
        TAGS.put(Integer.class, Tags.INT);
        TAGS.put(Long.class, Tags.LONG);
        TAGS.put(Float.class, Tags.FLOAT);
        TAGS.put(Double.class, Tags.DOUBLE);
        TAGS.put(Character.class, Tags.CHAR);
        TAGS.put(String.class, Tags.LATIN1);
        TAGS.put(boolean[].class, Tags.BOOLEANS);
        TAGS.put(byte[].class, Tags.BYTES);
        TAGS.put(short[].class, Tags.SHORTS);
        TAGS.put(int[].class, Tags.INTS);
        TAGS.put(long[].class, Tags.LONGS);
        TAGS.put(float[].class, Tags.FLOATS);
        TAGS.put(double[].class, Tags.DOUBLES);
        TAGS.put(char[].class, Tags.CHARS);
        TAGS.put(String[].class, Tags.STRINGS);
        TAGS.put(Object[].class, Tags.OBJECTS);
        TAGS.put(BigInteger.class, Tags.BIG_INTEGER);
        TAGS.put(BigDecimal.class, Tags.BIG_DECIMAL);
        TAGS.put(UUID.class, Tags.UUID);
        TAGS.put(Instant.class, Tags.INSTANT);
        TAGS.put(Duration.class, Tags.DURATION);
        TAGS.put(LocalDate.class, Tags.LOCAL_DATE);
        TAGS.put(LocalTime.class, Tags.LOCAL_TIME);
        TAGS.put(LocalDateTime.class, Tags.LOCAL_DATE_TIME);
        TAGS.put(ArrayList.class, Tags.LIST);
        TAGS.put(Values.class, Tags.LIST);
        TAGS.put(HashSet.class, Tags.SET);
        TAGS.put(LinkedHashSet.class, Tags.SET);
        TAGS.put(HashMap.class, Tags.MAP);
        TAGS.put(LinkedHashMap.class, Tags.MAP);
    }

    private BuiltInTypes() {}

    /** The tag of exactly this class, or {@link Tags#UNKNOWN}. */
    static int tagOf(Class<?> type) {
        Integer tag = TAGS.get(type);
        return tag == null ? Tags.UNKNOWN : tag;
    }

    /** The tag under which an unregistered implementation of a collection interface travels, or {@link Tags#UNKNOWN}. */
    static int collectionTagOf(Object value) {
        if (value instanceof List) {
            return Tags.LIST;
        }
        if (value instanceof Map) {
            return value instanceof SortedMap ? Tags.SORTED_MAP : Tags.MAP;
        }
        if (value instanceof Set) {
            return value instanceof SortedSet ? Tags.SORTED_SET : Tags.SET;
        }
        return Tags.UNKNOWN;
    }

    /** The class that the other side creates for a collection tag; linked, because they keep the order and are hash maps as well. */
    static Class<?> arrivalOf(int collectionTag) {
        return switch (collectionTag) {
            case Tags.LIST -> ArrayList.class;
            case Tags.SET -> LinkedHashSet.class;
            case Tags.SORTED_SET -> TreeSet.class;
            case Tags.MAP -> LinkedHashMap.class;
            case Tags.SORTED_MAP -> TreeMap.class;
            default -> throw new IllegalArgumentException("Not a collection: tag " + collectionTag);
        };
    }

    /** Whether registering the class, which is common in configurations written for Storm, changes nothing. */
    static boolean needsNoRegistration(Class<?> type) {
        return TAGS.containsKey(type)
                || belongsToJdk(type)
                        && (List.class.isAssignableFrom(type)
                                || Set.class.isAssignableFrom(type)
                                || Map.class.isAssignableFrom(type));
    }

    static boolean belongsToJdk(Class<?> type) {
        return type.getClassLoader() == null || type.getClassLoader() == ClassLoader.getPlatformClassLoader();
    }

    /** The tag of the box of a primitive type; {@link Tags#UNKNOWN} for a reference type. */
    static int primitiveTagOf(Class<?> type) {
        if (!type.isPrimitive()) {
            return Tags.UNKNOWN;
        }
        return tagOf(MethodType.methodType(type).wrap().returnType());
    }
}
