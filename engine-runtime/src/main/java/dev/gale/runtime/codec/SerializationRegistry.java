package dev.gale.runtime.codec;

import dev.gale.api.Config;
import dev.gale.api.TupleSerializer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The classes of one topology that may travel, from {@link Config#TOPOLOGY_KRYO_REGISTER}. An id is a position in that list.
 * Immutable: one per worker, shared by its codecs.
 */
public final class SerializationRegistry {
    private final @Nullable RegisteredType[] byId;
    private final Map<Class<?>, RegisteredType> byClass;

    private SerializationRegistry(@Nullable RegisteredType[] byId, Map<Class<?>, RegisteredType> byClass) {
        this.byId = byId;
        this.byClass = byClass;
    }

    public static SerializationRegistry empty() {
        return new SerializationRegistry(new RegisteredType[0], Map.of());
    }

    /**
     * @param registrations each a class name, or a map of one class name to the name of its {@link TupleSerializer}
     * @throws IllegalArgumentException naming every registration that cannot work
     */
    public static SerializationRegistry of(List<?> registrations, ClassLoader loader) {
        RegisteredType[] byId = new RegisteredType[registrations.size()];
        Map<Class<?>, RegisteredType> byClass = new HashMap<>();
        Set<String> names = new HashSet<>();
        List<String> problems = new ArrayList<>();
        for (int id = 0; id < byId.length; id++) {
            try {
                Registration registration = Registration.of(registrations.get(id));
                if (!names.add(registration.typeName())) {
                    throw new IllegalArgumentException(registration.typeName() + " is registered twice");
                }
                RegisteredType type = registration.resolve(id, loader);
                if (type != null) {
                    byId[id] = type;
                    byClass.put(type.type(), type);
                }
            } catch (IllegalArgumentException e) {
                problems.add("[" + id + "] " + e.getMessage());
            }
        }
        if (!problems.isEmpty()) {
            throw new IllegalArgumentException(
                    Config.TOPOLOGY_KRYO_REGISTER + " cannot be used: " + String.join("; ", problems));
        }
        return new SerializationRegistry(byId, byClass);
    }

    int size() {
        return byId.length;
    }

    @Nullable
    RegisteredType byClass(Class<?> type) {
        return byClass.get(type);
    }

    /** Null for an id outside the list, and for a registered class that needs no registration. */
    @Nullable
    RegisteredType byId(int id) {
        return id >= 0 && id < byId.length ? byId[id] : null;
    }

    /** Why a class that is not registered cannot travel, and what to do: the end of a sentence about a value. */
    static String remedyFor(Class<?> type) {
        String name = type.getTypeName();
        if (type.isArray()) {
            return name + ", which cannot be sent: emit a List, an Object[] or a String[]";
        }
        if (type.isAnonymousClass() || type.isHidden()) {
            return name + ", which cannot be sent, as it has no name of its own to register";
        }
        String literal = (type.getCanonicalName() == null ? type.getSimpleName() : type.getCanonicalName()) + ".class";
        if (BuiltInTypes.belongsToJdk(type)) {
            return name + ", which needs a TupleSerializer of yours: conf.registerSerialization(" + literal
                    + ", ItsSerializer.class)";
        }
        return name + ", which is not registered: conf.registerSerialization(" + literal + ")";
    }

    private record Registration(String typeName, @Nullable String serializerName) {
        static Registration of(@Nullable Object element) {
            if (element instanceof String name) {
                return new Registration(name, null);
            }
            if (element instanceof Map<?, ?> map && map.size() == 1) {
                Map.Entry<?, ?> entry = map.entrySet().iterator().next();
                if (entry.getKey() instanceof String name) {
                    if (entry.getValue() == null) {
                        return new Registration(name, null);
                    }
                    if (entry.getValue() instanceof String serializer) {
                        return new Registration(name, serializer);
                    }
                }
            }
            throw new IllegalArgumentException(
                    "expected a class name, or a map of one class name to its serializer, and found " + element);
        }

        /** Null when there is nothing to do for the class. */
        @Nullable
        RegisteredType resolve(int id, ClassLoader loader) {
            Class<?> type = load(typeName, loader);
            if (serializerName != null) {
                return new CustomType(id, type, load(serializerName, loader));
            }
            if (BuiltInTypes.needsNoRegistration(type)) {
                return null;
            }
            try {
                return type.isEnum() ? new EnumType(id, type) : new FieldwiseType(id, type);
            } catch (LinkageError e) {
                throw new IllegalArgumentException(typeName + " cannot be initialized: " + e, e);
            }
        }

        private static Class<?> load(String name, ClassLoader loader) {
            try {
                return Class.forName(name, false, loader);
            } catch (ClassNotFoundException e) {
                throw new IllegalArgumentException("class " + name + " is not found", e);
            } catch (LinkageError e) {
                throw new IllegalArgumentException("class " + name + " cannot be loaded: " + e, e);
            }
        }
    }
}
