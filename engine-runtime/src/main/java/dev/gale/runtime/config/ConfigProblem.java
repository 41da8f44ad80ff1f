package dev.gale.runtime.config;

/**
 * One thing that is wrong. Never has the value of a secret.
 *
 * @param key the key that is meant; empty if it is about the whole
 */
public record ConfigProblem(Origin origin, String key, String what) {
    @Override
    public String toString() {
        String where = origin instanceof Origin.Default ? "" : origin + ": ";
        return where + (key.isEmpty() ? what : key + ": " + what);
    }
}
