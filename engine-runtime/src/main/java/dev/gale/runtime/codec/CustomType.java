package dev.gale.runtime.codec;

import dev.gale.api.TupleSerializer;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/** Written by the author's own serializer, of which every codec has its own instance. */
final class CustomType extends RegisteredType {
    private final Constructor<?> serializer;

    CustomType(int id, Class<?> type, Class<?> serializerClass) {
        super(id, type);
        if (BuiltInTypes.tagOf(type) != Tags.UNKNOWN) {
            throw new IllegalArgumentException(
                    type.getName() + " is a built-in type and is not given to " + serializerClass.getName());
        }
        if (!TupleSerializer.class.isAssignableFrom(serializerClass)) {
            throw new IllegalArgumentException(serializerClass.getName() + ", the serializer of " + type.getName()
                    + ", does not implement " + TupleSerializer.class.getName());
        }
        this.serializer = publicConstructor(serializerClass);
    }

    private static Constructor<?> publicConstructor(Class<?> serializerClass) {
        try {
            Constructor<?> constructor = serializerClass.getConstructor();
            if (!Modifier.isAbstract(serializerClass.getModifiers()) && constructor.trySetAccessible()) {
                return constructor;
            }
        } catch (NoSuchMethodException e) {
            // Refused below.
        }
        throw new IllegalArgumentException(
                serializerClass.getName() + " needs a public constructor without parameters");
    }

    @SuppressWarnings("unchecked")
    TupleSerializer<Object> newSerializer() {
        try {
            return (TupleSerializer<Object>) serializer.newInstance();
        } catch (ReflectiveOperationException e) {
            Throwable why = e.getCause() == null ? e : e.getCause();
            throw new CodecException(-1, "Creating " + serializerName() + " failed: " + why, why);
        }
    }

    String serializerName() {
        return serializer.getDeclaringClass().getName();
    }

    @Override
    void write(Object value, Encoder to) {
        to.custom(this, value);
    }

    @Override
    @Nullable
    Object read(Decoder from) {
        return from.custom(this);
    }
}
