package dev.gale.runtime.codec;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records and plain classes: all fields that are neither static nor transient, superclasses first, by name within a class because
 * the JVM promises no order. Always created by a constructor and set by checked reflection, so that bytes can neither skip what a
 * record's constructor checks nor put an object into a field of another type.
 */
final class FieldwiseType extends RegisteredType {
    private final Constructor<?> constructor;
    private final Field[] fields;
    /** The tag of a primitive field, {@link Tags#UNKNOWN} for a reference. */
    private final int[] primitives;

    FieldwiseType(int id, Class<?> type) {
        super(id, type);
        try {
            if (type.isArray() || BuiltInTypes.belongsToJdk(type)) {
                throw new IllegalArgumentException("it is not a class of yours");
            }
            this.fields = (type.isRecord() ? recordFields(type) : beanFields(type)).toArray(new Field[0]);
            this.constructor = constructor(type, type.isRecord() ? fields : new Field[0]);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    type.getTypeName() + " needs a TupleSerializer of its own: " + e.getMessage(), e);
        }
        this.primitives = new int[fields.length];
        for (int i = 0; i < fields.length; i++) {
            primitives[i] = BuiltInTypes.primitiveTagOf(fields[i].getType());
        }
    }

    private static List<Field> recordFields(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        try {
            for (RecordComponent component : type.getRecordComponents()) {
                fields.add(opened(type.getDeclaredField(component.getName())));
            }
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException("A record without the field of a component: " + type, e);
        }
        return fields;
    }

    private static List<Field> beanFields(Class<?> type) {
        List<Field> fields = new ArrayList<>();
        if (type.getSuperclass() != null) {
            fields.addAll(beanFields(type.getSuperclass()));
        }
        for (Field field : type.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers())) {
                continue;
            }
            if (BuiltInTypes.belongsToJdk(type)) { // also transient: HashSet keeps its elements in such a field
                throw new IllegalArgumentException("the state of " + type.getName() + " is not open");
            }
            if (!Modifier.isTransient(field.getModifiers())) {
                fields.add(opened(field));
            }
        }
        fields.sort(Comparator.<Field>comparingInt(field -> ancestors(field.getDeclaringClass()))
                .thenComparing(Field::getName));
        return fields;
    }

    private static int ancestors(Class<?> type) {
        return type.getSuperclass() == null ? 0 : 1 + ancestors(type.getSuperclass());
    }

    private static Constructor<?> constructor(Class<?> type, Field[] parameters) {
        try {
            return opened(type.getDeclaredConstructor(
                    Arrays.stream(parameters).map(Field::getType).toArray(Class<?>[]::new)));
        } catch (NoSuchMethodException e) {
            throw new IllegalArgumentException("it has no constructor without parameters", e);
        }
    }

    private static <T extends AccessibleObject> T opened(T member) {
        if (!member.trySetAccessible()) {
            throw new IllegalArgumentException("its module does not open " + member);
        }
        return member;
    }

    @Override
    void write(Object value, Encoder to) {
        try {
            for (int i = 0; i < fields.length; i++) {
                Field field = fields[i];
                switch (primitives[i]) {
                    case Tags.FALSE -> to.out().writeBoolean(field.getBoolean(value));
                    case Tags.BYTE -> to.out().writeByte(field.getByte(value));
                    case Tags.SHORT -> to.out().writeShort(field.getShort(value));
                    case Tags.INT -> to.out().writeVarInt(field.getInt(value), false);
                    case Tags.LONG -> to.out().writeVarLong(field.getLong(value), false);
                    case Tags.FLOAT -> to.out().writeFloat(field.getFloat(value));
                    case Tags.DOUBLE -> to.out().writeDouble(field.getDouble(value));
                    case Tags.CHAR -> to.out().writeChar(field.getChar(value));
                    default -> to.field(field, field.get(value));
                }
            }
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("A field was accessible when its class was registered: " + type(), e);
        }
    }

    @Override
    Object read(Decoder from) {
        try {
            if (type().isRecord()) {
                @Nullable Object[] components = new @Nullable Object[fields.length];
                for (int i = 0; i < fields.length; i++) {
                    components[i] = readField(i, from);
                }
                return constructor.newInstance(components);
            }
            Object bean = constructor.newInstance();
            for (int i = 0; i < fields.length; i++) {
                fields[i].set(bean, readField(i, from));
            }
            return bean;
        } catch (InvocationTargetException e) {
            throw from.malformed("creating " + type().getName() + " failed: " + e.getCause(), e.getCause());
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            throw from.malformed("the fields of " + type().getName() + " do not fit: " + e.getMessage(), e);
        }
    }

    private @Nullable Object readField(int i, Decoder from) {
        return primitives[i] == Tags.UNKNOWN ? from.value() : from.scalar(primitives[i]);
    }
}
