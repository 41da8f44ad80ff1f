package dev.gale.adapter.http;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/** The JSON schemas of records: what is optional there need not be in the JSON, and everything else is. */
final class Schemas {
    private static final Map<Type, Map<String, Object>> SIMPLE = Map.ofEntries(
            Map.entry(String.class, type("string")),
            Map.entry(boolean.class, type("boolean")),
            Map.entry(Boolean.class, type("boolean")),
            Map.entry(int.class, type("integer", "int32")),
            Map.entry(Integer.class, type("integer", "int32")),
            Map.entry(OptionalInt.class, type("integer", "int32")),
            Map.entry(long.class, type("integer", "int64")),
            Map.entry(Long.class, type("integer", "int64")),
            Map.entry(OptionalLong.class, type("integer", "int64")),
            Map.entry(double.class, type("number", "double")),
            Map.entry(Instant.class, type("string", "date-time")),
            Map.entry(Object.class, Map.of()));

    private final SortedMap<String, Object> named = new TreeMap<>();

    /** All that were asked for so far, and those they mention, by name. */
    SortedMap<String, Object> named() {
        return named;
    }

    Map<String, Object> of(Type type) {
        if (type instanceof ParameterizedType of) {
            Type[] arguments = of.getActualTypeArguments();
            if (of.getRawType() == Optional.class) {
                return of(arguments[0]);
            }
            if (of.getRawType() == List.class) {
                return listOf(arguments[0]);
            }
            if (of.getRawType() == Map.class) {
                Map<String, Object> map = new LinkedHashMap<>(type("object"));
                if (arguments[0] instanceof Class<?> keys && keys.isEnum()) {
                    map.put("propertyNames", of(keys));
                }
                map.put("additionalProperties", of(arguments[1]));
                return map;
            }
        }
        Map<String, Object> simple = SIMPLE.get(type);
        if (simple != null) {
            return simple;
        }
        if (type instanceof Class<?> named && (named.isRecord() || named.isEnum())) {
            return reference(named);
        }
        throw new IllegalArgumentException("there is no schema for " + type);
    }

    Map<String, Object> listOf(Type type) {
        Map<String, Object> list = new LinkedHashMap<>(type("array"));
        list.put("items", of(type));
        return list;
    }

    private Map<String, Object> reference(Class<?> type) {
        String name = type.getSimpleName();
        if (!named.containsKey(name)) {
            named.put(name, Map.of());
            named.put(name, type.isEnum() ? enumOf(type) : recordOf(type));
        }
        return Map.of("$ref", "#/components/schemas/" + name);
    }

    private static Map<String, Object> enumOf(Class<?> type) {
        Map<String, Object> schema = new LinkedHashMap<>(type("string"));
        schema.put(
                "enum",
                Arrays.stream(type.getEnumConstants()).map(String::valueOf).toList());
        return schema;
    }

    private Map<String, Object> recordOf(Class<?> type) {
        Map<String, Object> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            properties.put(component.getName(), of(component.getGenericType()));
            if (!component.getType().getSimpleName().startsWith("Optional")) {
                required.add(component.getName());
            }
        }
        Map<String, Object> schema = new LinkedHashMap<>(type("object"));
        schema.put("properties", properties);
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        return schema;
    }

    static Map<String, Object> type(String name) {
        return Map.of("type", name);
    }

    private static Map<String, Object> type(String name, String format) {
        return Map.of("type", name, "format", format);
    }
}
