package dev.gale.runtime.code;

import dev.gale.api.Component;
import dev.gale.api.ComponentSpec;
import dev.gale.api.GroupingSpec;
import dev.gale.api.Subscription;
import dev.gale.api.Topology;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/** The serialized components of a topology, to make instances of. */
public final class ComponentCopies {
    private final Map<String, byte[]> bytes;
    private final ClassLoader loader;

    /** @param bytes by component */
    ComponentCopies(Map<String, byte[]> bytes, ClassLoader loader) {
        this.bytes = new TreeMap<>(bytes);
        this.loader = loader;
    }

    /**
     * Serializes every component.
     *
     * @param loader finds the user's classes
     * @param problems told of each component that cannot be serialized: its id, and why
     */
    public static ComponentCopies of(Topology topology, ClassLoader loader, BiConsumer<String, String> problems) {
        Map<String, byte[]> bytes = new TreeMap<>();
        for (ComponentSpec component : topology.components()) {
            try {
                bytes.put(component.id(), UserObjects.write(component.component()));
            } catch (IOException e) {
                problems.accept(component.id(), String.valueOf(e.getMessage()));
            }
            for (Subscription input : component.inputs()) {
                if (input.grouping() instanceof GroupingSpec.Custom custom) {
                    try {
                        UserObjects.write(custom);
                    } catch (IOException e) {
                        problems.accept(
                                component.id(),
                                "its custom grouping of '" + input.component() + "': " + e.getMessage());
                    }
                }
            }
        }
        return new ComponentCopies(bytes, loader);
    }

    /** A fresh copy of a component. @throws IllegalStateException if it cannot be made */
    public Component component(String id) {
        byte[] encoded = bytes.get(id);
        if (encoded == null) {
            throw new IllegalStateException("There is no component '" + id + "'");
        }
        return (Component) read(encoded, "Component '" + id + "'");
    }

    /** A fresh copy of something else that the topology holds. @throws IllegalArgumentException if it cannot be serialized */
    @SuppressWarnings("unchecked")
    public <T> T copy(T object) {
        try {
            return (T) read(UserObjects.write(object), object.getClass().getName());
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    object.getClass().getName() + " cannot be serialized: " + e.getMessage(), e);
        }
    }

    private Object read(byte[] encoded, String what) {
        try {
            return UserObjects.read(encoded, loader);
        } catch (IOException | ClassNotFoundException e) {
            throw new IllegalStateException(what + " could not be copied: " + e, e);
        }
    }
}
