package dev.gale.runtime.code;

import dev.gale.api.Component;
import dev.gale.api.ComponentSpec;
import dev.gale.api.GroupingSpec;
import dev.gale.api.Subscription;
import dev.gale.api.Topology;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** The serialized components of a topology, to make instances of. */
public final class ComponentCopies {
    private final Map<String, byte[]> bytes = new HashMap<>();
    private final ClassLoader loader;

    private ComponentCopies(ClassLoader loader) {
        this.loader = loader;
    }

    /**
     * Serializes every component.
     *
     * @param loader finds the user's classes
     * @param problems told of each component that cannot be serialized: its id, and why
     */
    public static ComponentCopies of(Topology topology, ClassLoader loader, BiConsumer<String, String> problems) {
        ComponentCopies copies = new ComponentCopies(loader);
        for (ComponentSpec component : topology.components()) {
            copies.serialize(
                    component.component(),
                    encoded -> copies.bytes.put(component.id(), encoded),
                    why -> problems.accept(component.id(), why));
            for (Subscription input : component.inputs()) {
                if (input.grouping() instanceof GroupingSpec.Custom custom) {
                    copies.serialize(
                            custom,
                            encoded -> {},
                            why -> problems.accept(
                                    component.id(), "its custom grouping of '" + input.component() + "': " + why));
                }
            }
        }
        return copies;
    }

    /** A fresh copy of a component. @throws IllegalStateException if it cannot be made */
    public Component component(String id) {
        byte[] encoded = bytes.get(id);
        if (encoded == null) {
            throw new IllegalStateException("There is no component '" + id + "'");
        }
        return (Component) deserialize(encoded);
    }

    /** A fresh copy of something else that the topology holds. @throws IllegalArgumentException if it cannot be serialized */
    @SuppressWarnings("unchecked")
    public <T> T copy(T object) {
        List<T> copies = new ArrayList<>();
        serialize(object, encoded -> copies.add((T) deserialize(encoded)), why -> {
            throw new IllegalArgumentException(object.getClass().getName() + " cannot be serialized: " + why);
        });
        return copies.get(0);
    }

    private void serialize(Object object, Consumer<byte[]> encoded, Consumer<String> failed) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (ObjectOutputStream objects = new ObjectOutputStream(out)) {
            objects.writeObject(object);
        } catch (NotSerializableException e) {
            failed.accept("it holds a " + e.getMessage()
                    + ", which cannot be serialized; make that field transient and set it in open or prepare");
            return;
        } catch (IOException | RuntimeException e) {
            failed.accept("it cannot be serialized: " + e);
            return;
        }
        encoded.accept(out.toByteArray());
    }

    private Object deserialize(byte[] encoded) {
        try (ObjectInputStream objects = new UserObjects(new ByteArrayInputStream(encoded), loader)) {
            return objects.readObject();
        } catch (IOException | ClassNotFoundException e) {
            throw new IllegalStateException("A component could not be copied: " + e, e);
        }
    }

    private static final class UserObjects extends ObjectInputStream {
        private final ClassLoader loader;

        UserObjects(InputStream in, ClassLoader loader) throws IOException {
            super(in);
            this.loader = loader;
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass type) throws IOException, ClassNotFoundException {
            try {
                return Class.forName(type.getName(), false, loader);
            } catch (ClassNotFoundException e) {
                return super.resolveClass(type);
            }
        }
    }
}
