package dev.gale.runtime.codec;

import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/** How the instances of one registered class are written. Immutable; constructors refuse what cannot work. */
abstract sealed class RegisteredType permits CustomType, EnumType, FieldwiseType {
    private final int id;
    private final Class<?> type;

    RegisteredType(int id, Class<?> type) {
        if (type.isInterface() || !type.isArray() && Modifier.isAbstract(type.getModifiers()) && !type.isEnum()) {
            throw new IllegalArgumentException(
                    type.getName() + " has no instances of its own: register the classes that extend it");
        }
        this.id = id;
        this.type = type;
    }

    final int id() {
        return id;
    }

    final Class<?> type() {
        return type;
    }

    abstract void write(Object value, Encoder to);

    abstract @Nullable Object read(Decoder from);
}
