package dev.gale.api;

import java.io.Serializable;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The ordered, unique names of a stream's values. Immutable. */
public final class Fields implements Iterable<String>, Serializable {
    private final List<String> names;
    private final Map<String, Integer> positions = new HashMap<>();

    /** @throws IllegalArgumentException if a name is empty or occurs twice */
    public Fields(String... names) {
        this(Arrays.asList(Objects.requireNonNull(names, "names of fields is null")));
    }

    /** @throws IllegalArgumentException if a name is empty or occurs twice */
    public Fields(List<String> names) {
        Objects.requireNonNull(names, "names of fields is null");
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i) == null) {
                throw new IllegalArgumentException("Field " + i + " of " + names + " is null; give it a name");
            }
        }
        this.names = List.copyOf(names);
        for (int i = 0; i < this.names.size(); i++) {
            String name = this.names.get(i);
            if (name.isBlank()) {
                throw new IllegalArgumentException(
                        "Field " + i + " of " + this.names + " has an empty name; give it one");
            }
            if (positions.put(name, i) != null) {
                throw new IllegalArgumentException("Field '" + name + "' occurs twice in " + this.names
                        + "; names of a stream's fields are unique");
            }
        }
    }

    public int size() {
        return names.size();
    }

    public String get(int index) {
        return names.get(index);
    }

    public boolean contains(String name) {
        return positions.containsKey(name);
    }

    /** @throws IllegalArgumentException if there is no such field */
    public int fieldIndex(String name) {
        Integer position = positions.get(name);
        if (position == null) {
            throw new IllegalArgumentException("There is no field '" + name + "'; the fields are " + names);
        }
        return position;
    }

    /** The values of {@code selector}'s fields out of {@code tuple}, which has the values of these fields. */
    public List<Object> select(Fields selector, List<Object> tuple) {
        Object[] selected = new Object[selector.size()];
        for (int i = 0; i < selected.length; i++) {
            selected[i] = tuple.get(fieldIndex(selector.get(i)));
        }
        return Arrays.asList(selected);
    }

    public List<String> toList() {
        return names;
    }

    @Override
    public Iterator<String> iterator() {
        return names.iterator();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Fields fields && names.equals(fields.names);
    }

    @Override
    public int hashCode() {
        return names.hashCode();
    }

    @Override
    public String toString() {
        return names.toString();
    }
}
