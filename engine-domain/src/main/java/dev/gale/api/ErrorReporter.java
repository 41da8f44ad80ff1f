package dev.gale.api;

/** Takes errors that a component wants to be seen with it; reporting does not fail a tuple or stop anything. */
public interface ErrorReporter {
    void reportError(Throwable error);
}
