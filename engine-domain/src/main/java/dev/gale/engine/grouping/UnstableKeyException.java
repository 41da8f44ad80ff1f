package dev.gale.engine.grouping;

/** A key holds an object whose hash code is not the same in every JVM. */
final class UnstableKeyException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    UnstableKeyException(Class<?> type) {
        super(type.getName()
                + " has no hash that is the same in every JVM; use a String, number, boolean, enum, UUID, java.time value, array,"
                + " or a List, Set or Map of those");
    }
}
