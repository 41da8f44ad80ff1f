package dev.gale.runtime.codec;

import java.util.HashMap;
import java.util.Map;

/** Constants travel by name, so that two builds of a topology may order them differently. */
final class EnumType extends RegisteredType {
    private final Map<String, Object> byName = new HashMap<>();

    EnumType(int id, Class<?> type) {
        super(id, type);
        for (Object constant : type.getEnumConstants()) {
            byName.put(((Enum<?>) constant).name(), constant);
        }
    }

    @Override
    void write(Object value, Encoder to) {
        to.string(((Enum<?>) value).name());
    }

    @Override
    Object read(Decoder from) {
        Object name = from.value();
        Object constant = name instanceof String ? byName.get(name) : null;
        if (constant == null) {
            throw from.malformed("the enum " + type().getName() + " has no constant " + name, null);
        }
        return constant;
    }
}
